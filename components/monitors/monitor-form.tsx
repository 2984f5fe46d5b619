"use client";
import { Lightbulb, ListPlus, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, Suspense, useState } from "react";
import { useNamesLike } from "@/components/forms/use-monitors";
import { useRunners } from "@/components/forms/use-runners";
import { useSave } from "@/components/forms/use-save";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Options, Select } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import { routes } from "@/lib/client/routes";
import { regionOf } from "@/lib/contract/core/region-names";
import { questionOf } from "@/lib/presenters/checks/replay-question";
import {
  bodyOf,
  chosenProtocol,
  defaultName,
  type MonitorDraft,
  type MonitorFormInfo,
  suggestions,
} from "@/lib/presenters/monitors/form";
import type { ProtocolForm } from "@/lib/presenters/monitors/protocol-forms";
import { present } from "@/lib/shared/assert";
import { AssertionFields } from "./assertion-fields";
import type { FormPart } from "./monitor-form-part";
import { RegionFields } from "./region-fields";
import { RequestFields } from "./request-fields";
import { ScheduleFields } from "./schedule-fields";
import { useCheckRun } from "./use-check-run";

const CheckView = lazyPart(async () => (await import("./check-view")).CheckView);
const ReplayCard = lazyPart(async () => (await import("./replay/replay-card")).ReplayCard);
const SeveralUrls = lazyPart(async () => (await import("./several-urls")).SeveralUrls);

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
  const [pasting, setPasting] = useState(false);
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
  const protocol = present(
    info.protocols.find(({ name }) => name === draft.protocol),
    "the form of the protocol",
  );
  const part: FormPart = {
    draft,
    errors,
    info: info.fields,
    protocol,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
  };
  const namesLike = useNamesLike();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const names = draft.name.trim() ? [] : await namesLike(defaultName(draft, protocol));
    // The server validates the body and returns an error for each invalid field.
    const body = bodyOf(draft, protocol, names) as never;
    if (monitorId === undefined) create.mutate({ body });
    else update.mutate({ params: { monitorId }, body });
  };
  return (
    <>
      <Dialog open={pasting} onClose={() => setPasting(false)} title="Create several monitors">
        <SeveralUrls draft={draft} protocol={protocol} onDone={() => router.push("/monitors")} />
      </Dialog>
      <form
        onSubmit={(event) => void save(event)}
        noValidate
        className="grid items-start gap-6 lg:grid-cols-[1fr_380px]"
      >
        <div className="space-y-4">
          <Card
            title="Request"
            aside={
              <Select
                aria-label="Protocol"
                value={draft.protocol}
                disabled={monitorId !== undefined}
                onChange={({ target }) => {
                  const form = info.protocols.find((each) => each.name === target.value);
                  if (form) part.change(chosenProtocol(form, initial));
                }}
              >
                <Options of={info.protocols} option={({ name, label }) => [name, label]} />
              </Select>
            }
          >
            <RequestFields {...part} />
            {monitorId === undefined && protocol.controls.some(({ name }) => name === "url") && (
              <Button variant="quiet" size="sm" className="mt-3 -ml-2" onClick={() => setPasting(true)}>
                <ListPlus /> Paste several URLs…
              </Button>
            )}
          </Card>
          {!protocol.isReported && <RegionFields {...part} />}
          <ScheduleFields {...part} />
          {protocol.assertions.length > 0 && <AssertionFields {...part} />}
          {saving.error && Object.keys(saving.errors).length > 0 && (
            <p role="alert" className="text-down">
              {saving.error.message}
            </p>
          )}
          <div className="flex gap-2">
            <Button type="submit" variant="primary" busy={saving.isPending}>
              {monitorId === undefined ? "Create monitor" : "Save"}
            </Button>
            <ButtonLink
              variant="quiet"
              href={monitorId === undefined ? "/monitors" : `/monitors/${monitorId}`}
            >
              Cancel
            </ButtonLink>
          </div>
        </div>
        {!protocol.isReported && (
          <div className="space-y-4 lg:sticky lg:top-6">
            <TryIt
              draft={draft}
              protocol={protocol}
              run={run}
              onTry={() => void start("/uptime/monitors/check", bodyOf(draft, protocol))}
            />
            {monitorId !== undefined && (
              <Suspense>
                <ReplayCard monitorId={monitorId} question={questionOf(draft)} />
              </Suspense>
            )}
          </div>
        )}
      </form>
    </>
  );
}

function TryIt({
  draft,
  protocol,
  run,
  onTry,
}: {
  draft: MonitorDraft;
  protocol: ProtocolForm;
  run: ReturnType<typeof useCheckRun>["run"];
  onTry: () => void;
}) {
  const runners = useRunners();
  const hasRemote = runners?.some(({ kind, state }) => kind === "remote" && state === "alive");
  const texts = suggestions(draft, protocol, hasRemote);
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
          <Suspense>
            <CheckView run={run} regions={draft.regions.map(regionOf)} />
          </Suspense>
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
