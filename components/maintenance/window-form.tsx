"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DraftNote } from "@/components/forms/draft-note";
import { TextareaField, TextField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { ownZone } from "@/components/forms/own-zone";
import { SubmitRow } from "@/components/forms/submit-row";
import { TagsField } from "@/components/forms/tags-field";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { Check, Segmented } from "@/components/ui/input";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { errorOf, fieldErrorWords } from "@/lib/presenters/core/field-error";
import { localInput } from "@/lib/presenters/core/moment-input";
import { newWindowDraft, windowBody, windowDraftOf } from "@/lib/presenters/maintenance/window-draft";
import { now } from "@/lib/shared/clock";
import { RecurrenceFields } from "./recurrence-fields";
import { ModeField, SpanFields } from "./window-fields";

const IN_30_MINUTES_MS = 30 * 60_000;
const APPLY = [
  { value: "this", label: "Only this one" },
  { value: "following", label: "This and following" },
] as const;
type Apply = (typeof APPLY)[number]["value"];

/** Schedules a maintenance window, of these monitors if any are given, or edits one. What has started can't be moved. */
export function WindowForm({
  window,
  monitors = [],
  onDone,
}: {
  window?: MaintenanceWindow;
  monitors?: readonly number[];
  onDone: () => void;
}) {
  const [initial] = useState(() =>
    window
      ? windowDraftOf(window, ownZone())
      : {
          ...newWindowDraft(localInput(new Date(now().getTime() + IN_30_MINUTES_MS), ownZone()), ownZone()),
          monitors: [...monitors],
        },
  );
  const kept = useDraft(
    window ? `maintenance-${window.id}` : ["maintenance-new", ...monitors].join("-"),
    initial,
  );
  const { value: draft, change } = kept;
  const [apply, setApply] = useState<Apply>("this");
  const finish = () => {
    kept.clear();
    onDone();
  };
  const pages = useQuery(queryAll(routes.listStatusPages));
  const create = useSave(routes.createMaintenanceWindow, {
    fields: true,
    done: "Maintenance scheduled",
    onDone: finish,
  });
  const update = useSave(routes.updateMaintenanceWindow, {
    fields: true,
    done: "Maintenance saved",
    onDone: finish,
  });
  const { errors, error, isPending } = window ? update : create;
  const started = window !== undefined && window.state !== "scheduled";
  const over = window?.state === "completed" || window?.state === "cancelled";
  const repeats = window !== undefined && window.recurrence_id !== null;
  const submit = () => {
    const body = windowBody(draft, now());
    if (!window) return create.mutate({ body });
    const params = { maintenanceWindowId: window.id };
    const { title, description, tags } = body;
    const allowed = over ? { title, description, tags } : body;
    update.mutate({ params, body: { ...allowed, ...(repeats && { apply_to: apply }) } });
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Title"
        error={errors.title}
        value={draft.title}
        placeholder="Database upgrade"
        onChange={(title) => change({ title })}
      />
      {!over && (
        <>
          <SpanFields draft={draft} errors={errors} startFixed={started} change={change} />
          {!started && <RecurrenceFields draft={draft} errors={errors} change={change} />}
        </>
      )}
      {!started && (
        <>
          <ModeField draft={draft} errors={errors} change={change} />
          <MonitorPicker
            label="Monitors"
            chosen={draft.monitors}
            error={errorOf(errors, "monitors")}
            onChange={(ids) => change({ monitors: ids })}
          />
          <PagesField
            pages={pages.data?.data ?? []}
            chosen={draft.status_pages}
            error={errorOf(errors, "status_pages")}
            onChange={(ids) => change({ status_pages: ids })}
          />
        </>
      )}
      <TextareaField
        label="Description"
        optional
        help="Shown on the selected status pages."
        error={errors.description}
        rows={2}
        value={draft.description ?? ""}
        onChange={(description) => change({ description })}
      />
      <TagsField value={draft.tags} error={errorOf(errors, "tags")} onChange={(tags) => change({ tags })} />
      {repeats && !over && (
        <Segmented name="apply" label="Apply to" value={apply} options={APPLY} onChange={setApply} />
      )}
      {error && (
        <p role="alert" className="text-[13px] text-down">
          {error.message}
        </p>
      )}
      <DraftNote draft={kept} />
      <SubmitRow busy={isPending}>{window ? "Save maintenance" : "Schedule maintenance"}</SubmitRow>
    </Form>
  );
}

const LEGEND = "Announce on";

/** Picks the status pages that announce a window. Renders nothing without a page. */
function PagesField({
  pages,
  chosen,
  error,
  onChange,
}: {
  pages: readonly { id: number; name: string }[];
  chosen: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  if (pages.length === 0) return null;
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{LEGEND}</legend>
      <div className="max-h-40 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
        {pages.map(({ id, name }) => (
          <Check key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-down">
          {fieldErrorWords(LEGEND, error)}
        </p>
      )}
    </fieldset>
  );
}
