"use client";
import { useMemo, useState } from "react";
import { useViewer } from "@/components/page/viewer-context";
import { useHydrated } from "@/components/ui/use-hydrated";
import { draftStorage, forgetDraft, keepDraft, readDraft } from "@/lib/client/drafts";
import { now } from "@/lib/shared/clock";

export interface Draft<T> {
  value: T;
  /** Whether the form shows a draft from before the page loaded. */
  isRestored: boolean;
  change: (part: Partial<T>) => void;
  /** Forgets the draft, after it was sent or discarded. */
  clear: () => void;
}

/**
 * Keeps a form's values across reloads, for the signed-in user and their project. `form` names the form and the record it is about. Never
 * use it for forms with secrets. The server can't know the draft, so it appears after hydration.
 */
export function useDraft<T extends object>(form: string, initial: T): Draft<T> {
  const viewer = useViewer();
  const name = `${viewer?.user.id}/${viewer?.project?.id}/${form}`;
  const hydrated = useHydrated();
  const [typed, setTyped] = useState<T | null>(null);
  const [isOver, setIsOver] = useState(false);
  const read = () => readDraft(draftStorage(), name, initial, now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a record changes while it is on screen, its draft doesn't
  const kept = useMemo(() => (hydrated ? read() : null), [hydrated, name]);
  const value = typed ?? (isOver ? initial : (kept ?? initial));
  return {
    value,
    isRestored: kept !== null && !isOver,
    change: (part) => {
      // Text typed before hydration arrives here before the draft is on screen.
      const before = typed ?? (isOver ? initial : (read() ?? initial));
      const next = { ...before, ...part };
      setTyped(next);
      if (JSON.stringify(next) === JSON.stringify(initial)) forgetDraft(draftStorage(), name);
      else keepDraft(draftStorage(), name, next, now());
    },
    clear: () => {
      forgetDraft(draftStorage(), name);
      setTyped(null);
      setIsOver(true);
    },
  };
}
