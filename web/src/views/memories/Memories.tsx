// Everything that is remembered of a person: all of it, or one with its history.
import { useParams } from "react-router";
import { List } from "./List";
import "./memories.css";
import { One } from "./One";

export function Memories() {
  const { memory } = useParams();
  return memory ? <One key={memory} id={memory} /> : <List />;
}
