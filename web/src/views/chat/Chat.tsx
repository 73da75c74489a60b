// Talking with the companion, or reading an earlier conversation around one of its messages.
import { useParams } from "react-router";
import { usePerson } from "../../shell/person";
import "./chat.css";
import { Live } from "./Live";
import { Past } from "./Past";

export function Chat() {
  const person = usePerson();
  const { message } = useParams();
  return message ? <Past key={message} message={message} /> : <Live key={person} />;
}
