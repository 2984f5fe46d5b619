"use client";
import { useState } from "react";
import { DraftNote } from "@/components/forms/draft-note";
import { TextareaField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { UpdateText } from "@/components/incidents/updates/update-text";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";

/** Writes the public post-mortem. The draft comes from the checks, so it is inserted only on request. */
export function PostMortemForm({
  incident,
  draft: generated,
  onDone,
}: {
  incident: Incident;
  draft: string | null;
  onDone: () => void;
}) {
  const draft = useDraft(`post-mortem-${incident.id}`, { content: incident.post_mortem ?? "" });
  const { content } = draft.value;
  const leave = () => {
    draft.clear();
    onDone();
  };
  const [isDrafted, setIsDrafted] = useState(false);
  const save = useSave(routes.updateIncident, {
    fields: true,
    done: incident.post_mortem ? "Post-mortem saved" : "Post-mortem published",
    onDone: leave,
  });
  const submit = () => {
    save.mutate({ params: { incidentId: incident.id }, body: { post_mortem: content } });
  };
  const insert = () => {
    draft.change({ content: generated ?? "" });
    setIsDrafted(true);
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      {isDrafted && (
        <Notice tone="warn">
          The draft names monitors, regions, and errors. Remove what visitors shouldn't see.
        </Notice>
      )}
      <TextareaField
        label="Post-mortem"
        hideLabel
        help="Supports Markdown."
        error={save.errors.post_mortem}
        rows={10}
        autoFocus
        value={content}
        placeholder="What happened, why, and what will prevent it from happening again?"
        onChange={(content) => draft.change({ content })}
      />
      {content !== "" && (
        <section aria-label="Preview" className="rounded-lg bg-sunken px-3 py-2">
          <UpdateText text={content} />
        </section>
      )}
      <DraftNote draft={draft} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {incident.post_mortem ? "Save post-mortem" : "Publish post-mortem"}
        </Button>
        {generated && content === "" && <Button onClick={insert}>Insert draft</Button>}
        <Button variant="quiet" onClick={leave}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
