"use client";
import { MessageSquarePlus } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Options, Select, Textarea } from "@/components/ui/input";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { UPDATE_STATES } from "@/lib/presenters/core/states";
import type { FilledFields } from "@/lib/presenters/incidents/template-draft";
import { nextState } from "@/lib/presenters/incidents/update-templates";
import { FORM_KEY } from "@/lib/shared/form-key";

/** Posts an update before the page's scripts run. Once they do, `onTakeOver` gets what was typed, unless nothing was opened. */
export function EarlyUpdate({
  incident,
  onTakeOver,
}: {
  incident: Incident;
  onTakeOver: (typed: Partial<FilledFields>) => void;
}) {
  const panel = useRef<HTMLDetailsElement>(null);
  const takeOver = useRef(onTakeOver);
  useLayoutEffect(() => {
    const form = panel.current?.querySelector("form");
    if (!panel.current?.open || !form) return;
    const typed = new FormData(form);
    takeOver.current({
      update_state: String(typed.get("state")) as FilledFields["update_state"],
      update_content: String(typed.get("content")),
    });
  }, []);
  return (
    <details ref={panel}>
      <summary
        className={buttonClass(
          {},
          "w-full cursor-pointer list-none justify-start! touch:h-12 [&::-webkit-details-marker]:hidden",
        )}
      >
        <MessageSquarePlus className="text-muted" /> Post an update
      </summary>
      <form
        method="post"
        action={`/api/uptime/incidents/${incident.id}/updates`}
        encType="multipart/form-data"
        className="mt-3 space-y-3"
      >
        <input type="hidden" name={FORM_KEY} value={`${incident.id} ${incident.updated_at}`} />
        <Select name="state" aria-label="State" defaultValue={nextState(incident.state)}>
          <Options of={UPDATE_STATES} option={({ value, label }) => [value, label]} />
        </Select>
        <Textarea name="content" aria-label="Message" rows={4} required />
        <Button type="submit" early variant="primary" className="max-sm:h-12! max-sm:w-full">
          Post update
        </Button>
      </form>
    </details>
  );
}
