"use client";
import { DraftNote } from "@/components/forms/draft-note";
import { SelectField, TextareaField, TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { SubmitRow } from "@/components/forms/submit-row";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { ImpactField, NoteFields } from "@/components/incidents/incident-fields";
import { Options } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import { UPDATE_STATES } from "@/lib/presenters/core/states";
import { type TemplateForm, templateBody } from "@/lib/presenters/incidents/template-form";

export function TemplateFields({
  id,
  draft: given,
  onDone,
}: {
  id: number | null;
  draft: TemplateForm;
  onDone: () => void;
}) {
  const kept = useDraft(`template-${id ?? `new-${given.name}`}`, given);
  const { value: draft, change } = kept;
  const done = () => {
    kept.clear();
    onDone();
  };
  const create = useSave(routes.createIncidentTemplate, {
    fields: true,
    done: "Template created",
    onDone: done,
  });
  const update = useSave(routes.updateIncidentTemplate, {
    fields: true,
    done: "Template saved",
    onDone: done,
  });
  const errors = id === null ? create.errors : update.errors;
  const submit = () => {
    const body = templateBody(draft);
    if (id === null) create.mutate({ body });
    else update.mutate({ params: { incidentTemplateId: id }, body });
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Name"
        error={errors.name}
        value={draft.name}
        placeholder="Payment provider down"
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Incident title"
        optional
        error={errors.title}
        value={draft.title}
        placeholder="Payments are failing in {what}"
        onChange={(title) => change({ title })}
      />
      <ImpactField
        value={draft.impact}
        error={errors.impact}
        open="Not set"
        onChange={(impact) => change({ impact })}
      />
      <NoteFields shown={draft} errors={errors} onChange={change} />
      <fieldset className="space-y-3">
        <legend className="mb-1.5 text-[13px] font-medium">
          Public update <span className="ml-1.5 font-normal text-muted">optional</span>
        </legend>
        <SelectField
          label="Update state"
          error={errors.update_state}
          value={draft.update_state}
          onChange={(update_state) => change({ update_state })}
        >
          <Options of={UPDATE_STATES} option={({ value, label }) => [value, label]} />
        </SelectField>
        <TextareaField
          label="Update message"
          help="Supports Markdown. Leave empty for a template without an update."
          error={errors.update_content}
          rows={5}
          value={draft.update_content}
          onChange={(update_content) => change({ update_content })}
        />
      </fieldset>
      <DraftNote draft={kept} />
      <SubmitRow busy={create.isPending || update.isPending}>
        {id === null ? "Create template" : "Save template"}
      </SubmitRow>
    </Form>
  );
}
