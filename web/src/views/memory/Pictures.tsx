// Pictures that are remembered with what they show; one can be added.
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link } from "react-router";
import { api, got } from "../../api/client";
import { usePerson } from "../../shell/person";
import { lastChange, useRefresh, useUndo } from "../../ui/changes";
import { Choice, Dialog } from "../../ui/dialog";
import { base64 } from "../../ui/files";
import { Icon } from "../../ui/icon";
import { Button, Field } from "../../ui/parts";
import { Asked } from "../../ui/states";
import { useTell } from "../../ui/toasts";

const FEW = 12;

export function Pictures() {
  const id = usePerson();
  const [adding, setAdding] = useState(false);
  const pictures = useInfiniteQuery({
    queryKey: ["pictures", id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      got(
        api.GET("/v1/people/{person_id}/pictures", {
          params: { path: { person_id: id }, query: { limit: FEW, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  return (
    <section className="stack" aria-label="Pictures">
      <div className="row">
        <h2>Pictures</h2>
        <Button className="push" onClick={() => setAdding(true)}>
          <Icon name="picture" /> Add a picture
        </Button>
      </div>
      <Asked of={pictures} what="pictures">
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <p className="quiet">Pictures are found by what you say they show.</p>;
          return (
            <ul className="pictures">
              {items.map((one) => (
                <li key={one.id}>
                  <Link to={`/${id}/memory/${one.id}`}>
                    {!one.missing && <img src={`/v1/people/${id}/pictures/${one.id}/image`} alt="" loading="lazy" />}
                    <span dir="auto">{one.description}</span>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </Asked>
      {pictures.hasNextPage && (
        <Button className="more" disabled={pictures.isFetchingNextPage} onClick={() => void pictures.fetchNextPage()}>
          Show more pictures
        </Button>
      )}
      {adding && <AddPicture close={() => setAdding(false)} />}
    </section>
  );
}

function AddPicture({ close }: { close: () => void }) {
  const id = usePerson();
  const refresh = useRefresh();
  const undo = useUndo();
  const tell = useTell();
  const add = useMutation({
    mutationFn: async ({ file, description }: { file: File; description: string }) =>
      got(api.POST("/v1/people/{person_id}/pictures", { params: { path: { person_id: id } }, body: { image: await base64(file), description } })),
    onSuccess: async ({ scene }) => {
      const change = await lastChange(id, scene.id);
      await refresh();
      tell.done("The picture is remembered.", change ? () => undo(change) : undefined);
      close();
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    add.mutate({ file: form.get("file") as File, description: String(form.get("description")).trim() });
  }
  return (
    <Dialog title="Add a picture" close={close}>
      <form className="stack" onSubmit={submit}>
        <Field label="The picture" hint="JPEG, PNG, GIF or WebP.">
          {(ids) => <input {...ids} type="file" name="file" accept="image/jpeg,image/png,image/gif,image/webp" required />}
        </Field>
        <Field label="What does it show?" hint="It is found again by these words.">
          {(ids) => <textarea {...ids} name="description" rows={2} maxLength={2000} dir="auto" required />}
        </Field>
        <Choice doing="Remember it" busy={add.isPending} wrong={add.error?.message} close={close} />
      </form>
    </Dialog>
  );
}
