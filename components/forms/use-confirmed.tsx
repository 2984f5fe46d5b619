"use client";
import { type ReactNode, useState } from "react";
import { Confirm } from "@/components/ui/overlays/confirm";
import type { Input, Route } from "@/lib/client/route";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { useSave } from "./use-save";

interface Question<Item, E extends Endpoint> {
  input: (item: Item) => Input<E>;
  title: (item: Item) => string;
  action: string;
  text: ReactNode;
  /** The toast when it's done. */
  done: string;
  /** Text that must be typed first. */
  typed?: (item: Item) => string;
  onDone?: () => void;
}

/** Asks before it changes a record. Returns what asks about one, the dialog, and whether it is open. */
export function useConfirmed<Item, E extends Endpoint, Answer>(
  route: Route<E, Answer>,
  { input, title, action, text, done, typed, onDone }: Question<Item, E>,
) {
  const [item, ask] = useState<Item | null>(null);
  const close = () => ask(null);
  const save = useSave(route, { done, onDone: onDone ?? close });
  const dialog = (
    <Confirm
      open={item !== null}
      onClose={close}
      onConfirm={() => item && save.mutate(input(item))}
      busy={save.isPending}
      title={item ? title(item) : ""}
      action={action}
      typed={item && typed ? typed(item) : ""}
    >
      {text}
    </Confirm>
  );
  return { ask, dialog, isOpen: item !== null };
}
