"use client";
import { useState } from "react";
import { TagsField } from "@/components/forms/tags-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { listOf } from "@/lib/presenters/core/listed-text";

export interface TagChange {
  add_tags: string[];
  remove_tags: string[];
}

/** Asks which tags to add to the selected monitors and which to remove from them. */
export function BulkTags({
  open,
  title,
  known,
  error,
  busy,
  onClose,
  onSave,
}: {
  open: boolean;
  title: string;
  known: readonly string[];
  error: string | undefined;
  busy: boolean;
  onClose: () => void;
  onSave: (change: TagChange) => void;
}) {
  const [add, setAdd] = useState("");
  const [remove, setRemove] = useState("");
  const change = { add_tags: listOf(add), remove_tags: listOf(remove) };
  const isEmpty = change.add_tags.length + change.remove_tags.length === 0;
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) onSave(change);
        }}
      >
        <TagsField label="Add tags" value={add} onChange={setAdd} />
        <TagsField
          label="Remove tags"
          value={remove}
          onChange={setRemove}
          help={known.length > 0 ? `In use: ${known.join(", ")}` : undefined}
        />
        {error && (
          <p role="alert" className="text-[13px] text-down">
            {error}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={isEmpty}>
            Change tags
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
