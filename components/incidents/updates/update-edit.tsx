"use client";
import { useState } from "react";
import { DraftNote } from "@/components/forms/draft-note";
import { Form } from "@/components/forms/form";
import { MomentField } from "@/components/forms/moment-field";
import { ownZone } from "@/components/forms/own-zone";
import { SubmitRow } from "@/components/forms/submit-row";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { routes } from "@/lib/client/routes";
import type { IncidentUpdate } from "@/lib/contract/incidents/updates";
import { isoOf, localInput } from "@/lib/presenters/core/moment-input";
import { UpdateFields } from "./update-fields";

/** Edits the state, message, and date of an existing update. */
export function UpdateEdit({ update, onDone }: { update: IncidentUpdate; onDone: () => void }) {
  const draft = useDraft(`update-${update.id}`, {
    update_state: update.state,
    update_content: update.content,
  });
  const texts = draft.value;
  const before = localInput(new Date(update.published_at), ownZone());
  const [publishedAt, setPublishedAt] = useState(before);
  const promised = update.next_update_at ? localInput(new Date(update.next_update_at), ownZone()) : "";
  const [nextAt, setNextAt] = useState(promised);
  const save = useSave(routes.editIncidentUpdate, {
    fields: true,
    done: "Update saved",
    onDone: () => {
      draft.clear();
      onDone();
    },
  });
  const submit = () => {
    const moved = publishedAt !== before && isoOf(publishedAt, ownZone());
    save.mutate({
      params: { incidentId: update.incident_id, incidentUpdateId: update.id },
      body: {
        state: texts.update_state,
        content: texts.update_content,
        ...(moved && { published_at: moved }),
        ...(nextAt !== promised && { next_update_at: isoOf(nextAt, ownZone()) }),
      },
    });
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <UpdateFields
        state={texts.update_state}
        content={texts.update_content}
        errors={save.errors}
        rows={8}
        onChange={draft.change}
      />
      <MomentField
        label="Published at"
        value={publishedAt}
        optional={false}
        help="Within the last year, or up to 10 minutes from now. The update stays hidden until then."
        error={save.errors.published_at}
        onChange={setPublishedAt}
      />
      <MomentField
        label="Next update by"
        value={nextAt}
        error={save.errors.next_update_at}
        onChange={setNextAt}
      />
      <DraftNote draft={draft} />
      <SubmitRow busy={save.isPending}>Save</SubmitRow>
    </Form>
  );
}
