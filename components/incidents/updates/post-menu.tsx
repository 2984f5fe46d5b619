"use client";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useViewer } from "@/components/page/viewer-context";
import { buttonClass } from "@/components/ui/button-class";
import { Confirm } from "@/components/ui/overlays/confirm";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { mayChangePost } from "@/lib/presenters/incidents/posts";

interface Creator {
  readonly type: string;
  readonly id: number;
}

/** Offers to edit or delete an update or a comment to its author and to moderators. */
export function PostMenu({
  post,
  creator,
  remove,
  loses,
  editing,
}: {
  post: { name: "update" | "comment"; note: string; wide?: boolean };
  creator: Creator;
  remove: { mutate: (onDone: () => void) => void; isPending: boolean };
  /** Consequence of deleting it. */
  loses: string;
  /** Builds the form that edits it. */
  editing: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState<"none" | "edit" | "delete">("none");
  const close = () => setOpen("none");
  const { name } = post;
  if (!mayChangePost(useViewer(), creator)) return null;
  return (
    <>
      <Menu
        label={name === "update" ? "Update actions" : "Comment actions"}
        trigger={<Ellipsis />}
        triggerClass={buttonClass({ variant: "quiet", size: "icon" }, "size-8! touch:size-10!")}
      >
        <MenuItem onSelect={() => setOpen("edit")}>
          <Pencil /> Edit…
        </MenuItem>
        <MenuItem tone="danger" onSelect={() => setOpen("delete")}>
          <Trash2 /> Delete…
        </MenuItem>
      </Menu>
      <Dialog
        open={open === "edit"}
        onClose={close}
        title={`Edit ${name}`}
        description={post.note}
        {...(post.wide && { wide: true })}
      >
        {editing(close)}
      </Dialog>
      <Confirm
        open={open === "delete"}
        onClose={close}
        onConfirm={() => remove.mutate(close)}
        busy={remove.isPending}
        title={`Delete this ${name}?`}
        action={`Delete ${name}`}
      >
        {loses}
      </Confirm>
    </>
  );
}
