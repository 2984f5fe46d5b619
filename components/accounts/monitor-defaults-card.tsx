"use client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { SelectField } from "@/components/forms/fields";
import { TagsField } from "@/components/forms/tags-field";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Check, Options } from "@/components/ui/input";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { ProjectDefaults } from "@/lib/contract/monitors/project-defaults";
import { INTERVALS_SECONDS } from "@/lib/contract/monitors/times";
import { interval } from "@/lib/presenters/core/format";
import { listOrNull } from "@/lib/presenters/core/listed-text";
import { REGION_LIST } from "@/lib/presenters/core/region-names";

/** As the contract allows. Importing it would add its parser to the page's first script. */
const COUNTS = [1, 2, 3, 4, 5];

/** Edits the current project's defaults for new monitors. */
export function MonitorDefaultsCard({ project }: { project: string }) {
  const { data } = useQuery(query(routes.getMonitorDefaults));
  return data ? <DefaultsForm defaults={data} project={project} /> : null;
}

function DefaultsForm({ defaults, project }: { defaults: ProjectDefaults; project: string }) {
  const [draft, setDraft] = useState(defaults);
  const [tags, setTags] = useState((defaults.tags ?? []).join(", "));
  const save = useSave(routes.updateMonitorDefaults, { fields: true, done: "Defaults saved" });
  const change = (part: Partial<ProjectDefaults>) => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { ...draft, tags: listOrNull(tags) } });
  };
  const chosen = draft.regions ?? [];
  const number = (name: "interval" | "incident_confirmations" | "recovery_confirmations", label: string) => (
    <SelectField
      label={label}
      error={save.errors[name]}
      value={draft[name] ?? 0}
      onChange={(value) => change({ [name]: value || null })}
    >
      <option value={0}>{name === "interval" ? "Not set (1 minute)" : "Not set (3)"}</option>
      <Options
        of={name === "interval" ? INTERVALS_SECONDS : COUNTS}
        option={(value) => [value, name === "interval" ? interval(value) : value]}
      />
    </SelectField>
  );
  return (
    <Card title={`Defaults for new monitors of ${project}`}>
      <form onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-3">
          {number("interval", "Interval")}
          {number("incident_confirmations", "Consecutive failures")}
          {number("recovery_confirmations", "Consecutive successes")}
        </div>
        <TagsField value={tags} error={save.errors.tags} onChange={setTags} />
        <fieldset>
          <legend className="mb-1.5 text-[13px] font-medium">Regions</legend>
          <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-3">
            {REGION_LIST.map(([code, name]) => (
              <Check
                key={code}
                label={name}
                checked={chosen.includes(code)}
                onChange={({ target }) => {
                  const rest = chosen.filter((region) => region !== code);
                  const regions = target.checked ? [...rest, code] : rest;
                  change({ regions: regions.length > 0 ? regions : null });
                }}
              />
            ))}
          </div>
          {save.errors.regions && (
            <p role="alert" className="mt-1.5 text-[13px] text-down">
              {save.errors.regions}
            </p>
          )}
        </fieldset>
        <Button type="submit" busy={save.isPending}>
          Save defaults
        </Button>
      </form>
    </Card>
  );
}
