"use client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useContext, useState } from "react";
import { SelectField, TextField } from "@/components/forms/fields";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { Check, Options } from "@/components/ui/input";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Integration } from "@/lib/contract/alerting/integrations";
import type { AppId } from "@/lib/contract/apps/registry";
import { isMoved, missingSettings } from "@/lib/presenters/alerting/app-form";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import { AppForms, useAppForm } from "./app-forms";

type Settings = Record<string, unknown>;

/** Adds or edits an integration. */
export function IntegrationForm({
  onClose,
  integration,
}: {
  onClose: () => void;
  integration: Integration | undefined;
}) {
  const apps = useContext(AppForms);
  const [chosen, setApp] = useState<AppId | undefined>(integration?.app);
  const form = useAppForm(chosen);
  const app = form.id;
  const [name, setName] = useState(integration?.name ?? "");
  const [settings, setSettings] = useState<Settings>(integration?.settings ?? {});
  const create = useSave(routes.createIntegration, {
    fields: true,
    done: "Integration added",
    onDone: onClose,
  });
  const update = useSave(routes.updateIntegration, {
    fields: true,
    done: "Integration saved",
    onDone: onClose,
  });
  const [missing, setMissing] = useState<Record<string, string>>({});
  const { errors: refused, isPending } = integration ? update : create;
  const errors = { ...refused, ...missing };
  const moved = integration !== undefined && isMoved(form, integration.settings, settings);
  // A secret that signs requests has its own replacement flow.
  const fields = form.fields.filter(({ signs }) => !signs || !integration || moved);
  const put = (key: string, value: unknown) => setSettings((before) => ({ ...before, [key]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const unfinished = integration ? {} : missingSettings(form, settings);
    setMissing(unfinished);
    if (Object.keys(unfinished).length > 0) return;
    const body = { name: name.trim() || form.title, settings };
    if (integration) update.mutate({ params: { app, integrationId: integration.id }, body });
    else create.mutate({ params: { app }, body });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {!integration && (
        <SelectField
          label="Type"
          help={form.text}
          value={app}
          onChange={(id) => [setApp(id), setSettings({}), setMissing({})]}
        >
          <Options of={apps} option={({ id, title }) => [id, title]} />
        </SelectField>
      )}
      <TextField label="Name" error={errors.name} value={name} placeholder={form.title} onChange={setName} />
      {fields.map((field) =>
        field.kind === "members" ? (
          <MemberFields
            key={field.name}
            legend={`${form.title} recipients`}
            chosen={(settings[field.name] as number[] | undefined) ?? []}
            error={errors[`settings.${field.name}`]}
            onChange={(ids) => put(field.name, ids)}
          />
        ) : (
          <TextField
            key={field.name}
            label={field.label}
            optional={field.optional}
            help={integration && field.secret ? secretHelp(moved) : field.help}
            error={errors[`settings.${field.name}`]}
            type={field.secret ? "password" : "text"}
            autoComplete="off"
            placeholder={field.placeholder ?? undefined}
            value={String(settings[field.name] ?? "")}
            onChange={(text) => put(field.name, text || undefined)}
          />
        ),
      )}
      <SubmitRow busy={isPending}>{integration ? "Save integration" : "Add integration"}</SubmitRow>
    </form>
  );
}

function secretHelp(moved: boolean): string {
  return moved
    ? "Enter it again because you changed where notifications are sent."
    : "Leave empty to keep the current one.";
}

function MemberFields({
  legend,
  chosen,
  error,
  onChange,
}: {
  legend: string;
  chosen: number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  const users = useQuery(queryAll(routes.listUsers, { query: { per_page: 100 } }));
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      <div className="max-h-48 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
        {(users.data?.data ?? []).map((user) => (
          <Check
            key={user.id}
            label={user.name}
            help={user.email}
            checked={chosen.includes(user.id)}
            onChange={() =>
              onChange(
                chosen.includes(user.id) ? chosen.filter((id) => id !== user.id) : [...chosen, user.id],
              )
            }
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-down">
          {fieldErrorWords(legend, error)}
        </p>
      )}
    </fieldset>
  );
}
