"use client";
import type { FormEvent } from "react";
import { DraftNote } from "@/components/forms/draft-note";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import type { IncidentState } from "@/lib/contract/incidents/states";
import { type TemplateForm, templateBody } from "@/lib/presenters/incidents/template-form";
import { ImpactField, NoteFields } from "./incident-fields";
import { UPDATE_STATES } from "./update-fields";

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = templateBody(draft);
    if (id === null) create.mutate({ body });
    else update.mutate({ params: { incidentTemplateId: id }, body });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field label="Name" error={errors.name}>
        {(control) => (
          <Input
            {...control}
            value={draft.name}
            placeholder="Payment provider down"
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Incident title" optional error={errors.title}>
        {(control) => (
          <Input
            {...control}
            value={draft.title}
            placeholder="Payments are failing in {what}"
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
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
        <Field label="Update state" error={errors.update_state}>
          {(control) => (
            <Select
              {...control}
              value={draft.update_state}
              onChange={(event) => change({ update_state: event.target.value as IncidentState })}
            >
              {UPDATE_STATES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Update message"
          help="Supports Markdown. Leave empty for a template without an update."
          error={errors.update_content}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              value={draft.update_content}
              onChange={(event) => change({ update_content: event.target.value })}
            />
          )}
        </Field>
      </fieldset>
      <DraftNote draft={kept} />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={create.isPending || update.isPending}>
          {id === null ? "Create template" : "Save template"}
        </Button>
      </div>
    </form>
  );
}
