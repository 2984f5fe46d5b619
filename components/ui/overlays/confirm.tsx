"use client";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Dialog } from "./dialog";

interface Question {
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
  action: string;
  /** Text that must be typed first: the name, or the number, of what is lost with its history. */
  typed?: string;
  busy?: boolean;
}

/** Asks for confirmation before a destructive action. With `typed`, that text must be entered first. */
export function Confirm({ open, title, ...question }: Question & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onClose={question.onClose} title={title}>
      <Answer {...question} />
    </Dialog>
  );
}

/** Lives as long as the dialog is open, so that nothing typed for one question confirms the next. */
function Answer({ onClose, onConfirm, children, action, typed = "", busy = false }: Question) {
  const [entered, setEntered] = useState("");
  return (
    <>
      <div className="text-muted">{children}</div>
      {typed && (
        <Field label={`Type ${typed} to confirm`} className="mt-4 break-words">
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
        <Button variant="danger" busy={busy} disabled={asSeen(entered) !== asSeen(typed)} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </>
  );
}

/** Returns text as a screen shows it, with runs of spaces as one. */
function asSeen(text: string): string {
  return text.trim().split(/\s+/).join(" ");
}
