"use client";
import { useState } from "react";
import { TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { SubmitRow } from "@/components/forms/submit-row";
import { useSave } from "@/components/forms/use-save";
import { Segmented } from "@/components/ui/input";
import { APP_FORMS, appForm } from "@/lib/client/app-forms";
import { routes } from "@/lib/client/routes";
import type { Integration } from "@/lib/contract/alerting/integrations";
import type { AppId } from "@/lib/contract/apps/registry";
import { type AppForm, isMoved, missingSettings, waysOf } from "@/lib/presenters/alerting/app-form";
import { AppChoice } from "./app-choice";
import { MemberFields } from "./member-fields";

type Settings = Record<string, unknown>;

/** Adds or edits an integration. */
export function IntegrationForm({
  onClose,
  integration,
}: {
  onClose: () => void;
  integration: Integration | undefined;
}) {
  const [chosen, setApp] = useState<AppId | undefined>(integration?.app);
  const form = appForm(chosen);
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
  const ways = waysOf(form);
  const [wayLabel, setWay] = useState<string | null>(null);
  const used = ways.find(({ names }) => names.some((name) => settings[name]));
  const way = ways.find(({ label }) => label === wayLabel) ?? used ?? ways[0];
  const isOfOtherWay = (name: string) =>
    ways.some(({ names }) => names.includes(name)) && !way?.names.includes(name);
  const fields = form.fields.filter(
    ({ name, signs }) => (!signs || !integration || moved) && !isOfOtherWay(name),
  );
  const put = (key: string, value: unknown) => setSettings((before) => ({ ...before, [key]: value }));
  const submit = () => {
    const unfinished = integration ? {} : missingSettings(form, settings);
    setMissing(unfinished);
    if (Object.keys(unfinished).length > 0) return;
    const body = { name: name.trim() || form.title, settings };
    if (integration) update.mutate({ params: { app, integrationId: integration.id }, body });
    else create.mutate({ params: { app }, body });
  };
  return (
    <Form onSubmit={submit}>
      {!integration && (
        <AppChoice
          apps={APP_FORMS}
          value={app}
          onChange={(id) => [setApp(id), setSettings({}), setMissing({}), setWay(null)]}
        />
      )}
      <p className="text-[13px] text-muted">
        {form.text} <VendorLink form={form} />
      </p>
      {way && (
        <Segmented
          name="way"
          label="Connect with"
          value={way.label}
          options={ways.map(({ label }) => ({ value: label, label }))}
          onChange={(label) => [setWay(label), setSettings(withoutWays(settings, ways))]}
        />
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
    </Form>
  );
}

/** Links to the vendor's page that shows the secret. */
function VendorLink({ form: { secretsUrl, title } }: { form: AppForm }) {
  if (secretsUrl === null) return null;
  return (
    <a href={secretsUrl} target="_blank" rel="noreferrer" className="underline underline-offset-2">
      Set it up at {title}
    </a>
  );
}

/** Returns the settings that belong to no way of connecting, because those of the other way aren't sent along. */
function withoutWays(settings: Settings, ways: ReturnType<typeof waysOf>): Settings {
  const known = ways.flatMap(({ names }) => names);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !known.includes(name)));
}

function secretHelp(moved: boolean): string {
  return moved
    ? "Enter it again because you changed where notifications are sent."
    : "Leave empty to keep the current one.";
}
