"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { SelectField } from "@/components/forms/fields";
import { Button } from "@/components/ui/button";
import { Options } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import {
  type FilledField,
  fieldWords,
  keptFields,
  type TemplateDraft,
  withoutTyped,
  withTemplate,
} from "@/lib/presenters/incidents/template-draft";
import {
  type FormTemplate,
  ownTemplates,
  START_TEMPLATES,
} from "@/lib/presenters/incidents/update-templates";

interface Props {
  draft: TemplateDraft;
  names: readonly string[];
  /** The fields of this form; templates that fill none of them are hidden. */
  fields: readonly FilledField[];
  onChange: (draft: TemplateDraft) => void;
}

/** Fills in the form from a template. Text the user typed is kept until they choose to replace it. */
export function TemplatePicker({ draft, names, fields, onChange }: Props) {
  const { data } = useQuery(queryAll(routes.listIncidentTemplates));
  const withTitle = fields.includes("title");
  const own = ownTemplates(data?.data ?? []).filter((each) => withTitle || each.update_content !== null);
  const kept = keptFields(draft, names, fields);
  const choose = (key: string) =>
    onChange(withTemplate(draft, [...own, ...START_TEMPLATES].find((each) => each.key === key) ?? null));
  return (
    <div className="space-y-3">
      <SelectField
        label="Template"
        optional
        help={
          <>
            Fills in fields you haven't edited.{" "}
            <Link className="text-accent underline underline-offset-2" href="/settings/templates">
              Manage templates
            </Link>
          </>
        }
        value={draft.template?.key ?? ""}
        onChange={choose}
      >
        <option value="">None</option>
        {own.length > 0 && <Group label="This project" templates={own} />}
        <Group label="Built-in (update only)" templates={START_TEMPLATES} />
      </SelectField>
      {kept.length > 0 && (
        <Notice tone="calm">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p role="status">
              {fieldWords(kept)} {kept.length > 1 ? "were" : "was"} kept as you entered{" "}
              {kept.length > 1 ? "them" : "it"}.
            </p>
            <Button size="sm" onClick={() => onChange(withoutTyped(draft, kept))}>
              Replace with the template
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}

function Group({ label, templates }: { label: string; templates: readonly FormTemplate[] }) {
  return (
    <optgroup label={label}>
      <Options of={templates} option={({ key, name }) => [key, name]} />
    </optgroup>
  );
}
