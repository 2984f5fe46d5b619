"use client";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";

/** Asks for confirmation before a destructive action. With `typed`, that text must be entered first. */
export function Confirm({
  open,
  onClose,
  onConfirm,
  title,
  children,
  action,
  typed,
  busy = false,
}: {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  children: ReactNode;
  action: string;
  typed?: string;
  busy?: boolean;
}) {
  const [entered, setEntered] = useState("");
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="text-muted">{children}</div>
      {typed && (
        <Field label={`Type ${typed} to confirm`} className="mt-4">
          {(control) => (
            <Input
              {...control}
              value={entered}
              autoComplete="off"
              onChange={(event) => setEntered(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={busy} disabled={Boolean(typed) && entered !== typed} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
