"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { tagsOf } from "@/lib/presenters/monitors/tags";

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
  const change = { add_tags: tagsOf(add), remove_tags: tagsOf(remove) };
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
        <Tags label="Add tags" value={add} onChange={setAdd} />
        <Tags
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
          <Button type="submit" look="primary" busy={busy} disabled={isEmpty}>
            Change tags
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Tags({
  label,
  value,
  help = "Separate tags with commas, for example: production, team:web",
  onChange,
}: {
  label: string;
  value: string;
  help?: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} optional help={help}>
      {(control) => (
        <Input
          {...control}
          value={value}
          autoCapitalize="none"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
