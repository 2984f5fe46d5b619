"use client";
import { Megaphone, MessageSquarePlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useActions } from "@/components/page/actions";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/input";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { EMPTY_DRAFT, type FilledFields } from "@/lib/presenters/incidents/template-draft";
import { CommentForm, useCommentDraft } from "./comment-form";
import { EarlyUpdate } from "./early-update";
import { UpdateForm, useUpdateDraft } from "./update-form";

type Audience = "public" | "private";
const AUDIENCES: readonly { value: Audience; label: string }[] = [
  { value: "public", label: "Public update" },
  { value: "private", label: "Private comment" },
];

/** Links with this fragment open an incident to write an update. */
const UPDATE_ANCHOR = "#update";

/** Focuses the message and shows the whole form: on phones at the top, because the keyboard covers the rest. */
function focusWithin(panel: HTMLElement | null): void {
  panel?.querySelector("textarea")?.focus({ preventScroll: true });
  panel?.scrollIntoView({ block: matchMedia("(width < 40rem)").matches ? "start" : "nearest" });
}

/** Offers one button, which opens a form for a public update or a private comment in place. An unsent draft opens it too. */
export function Composer({ incident }: { incident: Incident }) {
  const update = useUpdateDraft(incident);
  const comment = useCommentDraft(incident);
  const [chosen, setChosen] = useState<Audience | "closed" | null>(null);
  const panel = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const drafted = update.isRestored ? "public" : comment.isRestored ? "private" : "closed";
  const shown = chosen ?? drafted;
  const wasChosen = chosen !== null;
  const isOpen = shown !== "closed";
  const isHydrated = useHydrated();
  const write = () => {
    // The form must be there before it can take the focus, also when it is open already.
    flushSync(() => setChosen("public"));
    focusWithin(panel.current);
  };
  useActions([{ group: "On this page", label: "Post update", icon: Megaphone, keys: "u", run: write }]);
  useEffect(() => {
    if (location.hash === UPDATE_ANCHOR) setChosen("public");
  }, []);
  // Focus follows the person's own choice, but not a draft that appears while they read.
  useEffect(() => {
    if (!wasChosen) return;
    if (isOpen) focusWithin(panel.current);
    else button.current?.focus();
  }, [wasChosen, isOpen]);
  const takeOver = (typed: Partial<FilledFields>) => {
    update.change({ texts: { ...EMPTY_DRAFT, typed } });
    setChosen("public");
  };
  if (shown === "closed" && !isHydrated) return <EarlyUpdate incident={incident} onTakeOver={takeOver} />;
  if (shown === "closed")
    return (
      <Button ref={button} className="w-full justify-start! touch:h-12" onClick={() => setChosen("public")}>
        <MessageSquarePlus className="text-muted" /> Post an update
      </Button>
    );
  const close = () => setChosen("closed");
  return (
    <section
      ref={panel}
      aria-label="Post an update"
      className="scroll-my-16 rounded-xl border border-line p-4"
    >
      <div className="mb-4 flex items-center justify-between gap-2">
        <Segmented
          name="audience"
          label="Audience"
          value={shown}
          options={AUDIENCES}
          onChange={(audience) => setChosen(audience)}
        />
        <Button variant="quiet" size="icon" aria-label="Close" onClick={close}>
          <X />
        </Button>
      </div>
      {shown === "public" ? (
        <UpdateForm incident={incident} onDone={close} />
      ) : (
        <CommentForm incident={incident} onDone={close} />
      )}
    </section>
  );
}
