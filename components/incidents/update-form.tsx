"use client";
import { type SyntheticEvent, useRef, useState } from "react";
import { hasUnfinishedDate, MomentField } from "@/components/forms/moment-field";
import { useMonitorNames } from "@/components/forms/monitor-picker";
import { ownZone } from "@/components/forms/own-zone";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { isoOf } from "@/lib/presenters/core/moment-input";
import { EMPTY_DRAFT, type FilledFields, shownFields } from "@/lib/presenters/incidents/template-draft";
import { nextState } from "@/lib/presenters/incidents/update-templates";
import { now } from "@/lib/shared/clock";
import { TemplatePicker } from "./template-picker";
import { PUBLISHED_HELP, UpdateFields } from "./update-fields";

const FIELDS = ["update_state", "update_content"] as const;
const NAMED = 4;

/** Posts a public update now or schedules it for up to 10 minutes ahead. */
export function UpdateForm({ incident }: { incident: Incident }) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [publishAt, setPublishAt] = useState("");
  const names = Object.values(useMonitorNames(incident.monitors.slice(0, NAMED)));
  const empty = { update_state: nextState(incident.state), update_content: "" } as FilledFields;
  const { update_state: state, update_content: content } = shownFields(draft, names, empty);
  const publish = useSave(routes.createIncidentUpdate, {
    fields: true,
    done: (update) =>
      Date.parse(update.published_at) > now().getTime() ? "Update scheduled" : "Update posted",
    onDone: () => {
      setDraft(EMPTY_DRAFT);
      setPublishAt("");
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!form.current || hasUnfinishedDate(form.current)) return;
    const published_at = isoOf(publishAt, ownZone());
    const body = { state, content, ...(published_at && { published_at }) };
    publish.mutate({ params: { incidentId: incident.id }, body });
  };
  return (
    <form ref={form} onSubmit={submit} className="space-y-3" noValidate>
      <TemplatePicker draft={draft} names={names} fields={FIELDS} onChange={setDraft} />
      <UpdateFields
        state={state}
        content={content}
        errors={publish.errors}
        onChange={(change) => setDraft({ ...draft, typed: { ...draft.typed, ...change } })}
        onSubmitKey={submit}
      />
      <MomentField
        label="Publish at"
        value={publishAt}
        help={PUBLISHED_HELP}
        error={publish.errors.published_at}
        onChange={setPublishAt}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={publish.isPending}>
          Post update
        </Button>
        {state === "resolved" && incident.status !== "recovered" && (
          <span className="text-[13px] text-muted">Also resolves the incident.</span>
        )}
      </div>
    </form>
  );
}
