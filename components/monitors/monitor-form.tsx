"use client";
import { useQuery } from "@tanstack/react-query";
import { Lightbulb, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/input";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import { regionOf } from "@/lib/contract/core/region-names";
import { questionOf } from "@/lib/presenters/checks/replay";
import {
  bodyOf,
  type MonitorDraft,
  type MonitorFormInfo,
  type Protocol,
  suggestions,
} from "@/lib/presenters/monitors/form";
import { AssertionFields } from "./assertion-fields";
import { CheckView } from "./check-view";
import type { FormPart } from "./monitor-form-part";
import { RegionFields } from "./region-fields";
import { ReplayCard } from "./replay-card";
import { HttpFields, TargetFields } from "./request-fields";
import { ScheduleFields } from "./schedule-fields";
import { useCheckRun } from "./use-check-run";

const PROTOCOL_TABS: { value: Protocol; label: string }[] = [
  { value: "http", label: "HTTP" },
  { value: "tcp", label: "TCP" },
  { value: "icmp", label: "Ping" },
];

/** Creates or edits a monitor. "Test this monitor" runs a check before saving. */
export function MonitorForm({
  initial,
  info,
  monitorId,
}: {
  initial: MonitorDraft;
  info: MonitorFormInfo;
  monitorId?: number;
}) {
  const router = useRouter();
  const [draft, setDraft] = useState(initial);
  const { run, start } = useCheckRun();
  const leave = (id: number) => router.push(`/monitors/${id}`);
  const create = useSave(routes.createMonitor, {
    fields: true,
    done: "Monitor created",
    onDone: (monitor) => leave(monitor.id),
  });
  const update = useSave(routes.updateMonitor, {
    fields: true,
    done: "Monitor saved",
    onDone: (monitor) => leave(monitor.id),
  });
  const saving = monitorId === undefined ? create : update;
  const errors = { ...run.errors, ...saving.errors };
  const part: FormPart = {
    draft,
    errors,
    info,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The server validates the body and returns an error for each invalid field.
    const body = bodyOf(draft) as never;
    if (monitorId === undefined) create.mutate({ body });
    else update.mutate({ params: { monitorId }, body });
  };
  return (
    <form onSubmit={save} noValidate className="grid items-start gap-6 lg:grid-cols-[1fr_380px]">
      <div className="space-y-4">
        <Card
          title="Request"
          aside={
            <Segmented
              name="protocol"
              label="Protocol"
              value={draft.protocol}
              options={PROTOCOL_TABS}
              disabled={monitorId !== undefined}
              onChange={(protocol) => part.change({ protocol })}
            />
          }
        >
          {draft.protocol === "http" ? <HttpFields {...part} /> : <TargetFields {...part} />}
        </Card>
        <RegionFields {...part} />
        <ScheduleFields {...part} />
        {draft.protocol === "http" && <AssertionFields {...part} />}
        {saving.error && Object.keys(saving.errors).length > 0 && (
          <p role="alert" className="text-down">
            {saving.error.message}
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={saving.isPending}>
            {monitorId === undefined ? "Create monitor" : "Save"}
          </Button>
          <ButtonLink look="quiet" href={monitorId === undefined ? "/monitors" : `/monitors/${monitorId}`}>
            Cancel
          </ButtonLink>
        </div>
      </div>
      <div className="space-y-4 lg:sticky lg:top-6">
        <TryIt draft={draft} run={run} onTry={() => void start("/uptime/monitors/check", bodyOf(draft))} />
        {monitorId !== undefined && <ReplayCard monitorId={monitorId} question={questionOf(draft)} />}
      </div>
    </form>
  );
}

function TryIt({
  draft,
  run,
  onTry,
}: {
  draft: MonitorDraft;
  run: ReturnType<typeof useCheckRun>["run"];
  onTry: () => void;
}) {
  const { data: runners } = useQuery(query(routes.listRunners, settingsReads.runners));
  const hasRemote = runners?.data.some(({ kind, state }) => kind === "remote" && state === "alive");
  const texts = suggestions(draft, hasRemote);
  return (
    <>
      <Card
        title="Test this monitor"
        aside={
          <Button size="sm" busy={run.state === "running"} onClick={onTry}>
            <Play /> Check now
          </Button>
        }
      >
        {run.state === "idle" ? (
          <p className="text-muted">
            Runs this check once from each region and shows each phase. Nothing is saved.
          </p>
        ) : (
          <CheckView run={run} regions={draft.regions.map(regionOf)} />
        )}
      </Card>
      {texts.length > 0 && (
        <ul className="space-y-2 px-1 text-[13px] text-muted">
          {texts.map((text) => (
            <li key={text} className="flex gap-2">
              <Lightbulb className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
