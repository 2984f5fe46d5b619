"use client";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { DraftNote } from "@/components/forms/draft-note";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { ownZone } from "@/components/forms/own-zone";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Check, Input, Select, Textarea } from "@/components/ui/input";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { windowReads } from "@/lib/client/window-reads";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import { duration } from "@/lib/presenters/core/format";
import { localInput } from "@/lib/presenters/core/moment-input";
import {
  LENGTHS_MINUTES,
  MODES,
  type WindowDraft,
  windowBody,
} from "@/lib/presenters/maintenance/window-draft";
import { now } from "@/lib/shared/clock";
import { RecurrenceFields } from "./recurrence-fields";

const IN_30_MINUTES_MS = 30 * 60_000;

export function WindowForm({ onDone }: { onDone: () => void }) {
  const [initial] = useState<WindowDraft>(() => ({
    title: "",
    description: "",
    monitoring_mode: "pause",
    starts: localInput(new Date(now().getTime() + IN_30_MINUTES_MS), ownZone()),
    repeat: "none",
    rule: "",
    time_zone: ownZone(),
    minutes: 60,
    monitors: [],
    status_pages: [],
  }));
  const kept = useDraft("maintenance-new", initial);
  const { value: draft, change } = kept;
  const pages = useQuery(query(routes.listStatusPages, windowReads.pages));
  const create = useSave(routes.createMaintenanceWindow, {
    fields: true,
    done: "Maintenance scheduled",
    onDone: () => {
      kept.clear();
      onDone();
    },
  });
  const { errors } = create;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ body: windowBody(draft, now()) });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field label="Title" error={errors.title}>
        {(control) => (
          <Input
            {...control}
            value={draft.title}
            placeholder="Database upgrade"
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Starts" error={errors.starts_at}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={draft.starts}
              onChange={(event) => change({ starts: event.target.value })}
            />
          )}
        </Field>
        <Field label="Duration" error={errors.ends_at}>
          {(control) => (
            <Select
              {...control}
              value={draft.minutes}
              onChange={(event) => change({ minutes: Number(event.target.value) })}
            >
              {LENGTHS_MINUTES.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {duration(minutes * 60)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <RecurrenceFields draft={draft} errors={errors} change={change} />
      <Field
        label="During maintenance"
        help={MODES.find(({ value }) => value === draft.monitoring_mode)?.help}
        error={errors.monitoring_mode}
      >
        {(control) => (
          <Select
            {...control}
            value={draft.monitoring_mode}
            onChange={(event) => change({ monitoring_mode: event.target.value as "pause" })}
          >
            {MODES.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <MonitorPicker
        label="Monitors"
        chosen={draft.monitors}
        error={errors.monitors}
        onChange={(ids) => change({ monitors: ids })}
      />
      <Choice
        legend="Announce on"
        items={pages.data?.data ?? []}
        chosen={draft.status_pages}
        error={errors.status_pages}
        onChange={(ids) => change({ status_pages: ids })}
      />
      <Field
        label="Description"
        optional
        help="Shown on the selected status pages."
        error={errors.description}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <DraftNote draft={kept} />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={create.isPending}>
          Schedule maintenance
        </Button>
      </div>
    </form>
  );
}

function Choice({
  legend,
  items,
  chosen,
  error,
  onChange,
}: {
  legend: string;
  items: readonly { id: number; name: string }[];
  chosen: number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  if (items.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{legend}</legend>
      <div className="max-h-40 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
        {items.map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={() =>
              onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
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
