"use client";
import { type ReactNode, useState } from "react";
import { CopiedText } from "@/components/forms/shown-once";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy";
import { Segmented } from "@/components/ui/input";
import { BOXED_FOLD, Fold } from "@/components/ui/overlays/fold";
import { Time } from "@/components/ui/time/time";
import type { Heartbeat } from "@/lib/contract/checks/heartbeats";
import { heartbeatExamples } from "@/lib/presenters/monitors/heartbeat-examples";

/** Shows how to send signals to a monitor that reports in, and what is due or open. */
export function HeartbeatCard({ heartbeat }: { heartbeat: Heartbeat }) {
  const { ping_url: url, slug_url: slugUrl, receive_url: receiveUrl } = heartbeat;
  const isNew = heartbeat.signals.length === 0;
  if (receiveUrl) return <ReceiverCard url={receiveUrl} alerts={heartbeat.open_alerts} isNew={isNew} />;
  return (
    <Card title="Send signals">
      <Due heartbeat={heartbeat} />
      <HowTo title="Addresses and examples" isNew={isNew}>
        {url && <Address label="Ping URL" url={url} />}
        {slugUrl && <Address label="Ping URL with slug" url={slugUrl} />}
        {url && <Examples url={url} />}
      </HowTo>
    </Card>
  );
}

/** Shows how to send the first signal, and folds once one came. */
function HowTo({ title, isNew, children }: { title: string; isNew: boolean; children: ReactNode }) {
  if (isNew) return <div className="mt-4 space-y-4">{children}</div>;
  return (
    <Fold className={BOXED_FOLD} head={title}>
      <div className="space-y-4 border-t border-line p-3">{children}</div>
    </Fold>
  );
}

const RECEIVERS = [
  ["Alertmanager webhook", "/alertmanager"],
  ["Grafana webhook", "/grafana"],
  ["PagerDuty events", "/v2/enqueue"],
  ["Opsgenie alerts", "/v2/alerts"],
  ["Any JSON", "/json"],
] as const;

function ReceiverCard({
  url,
  alerts,
  isNew,
}: {
  url: string;
  alerts: Heartbeat["open_alerts"];
  isNew: boolean;
}) {
  return (
    <Card title="Send alerts">
      {alerts.length === 0 && <p className="text-muted">No open alerts</p>}
      <ul className="space-y-1">
        {alerts.map(({ key, title, last_signal_at: last }) => (
          <li key={key} className="break-words">
            {title} · <Time at={last} />
          </li>
        ))}
      </ul>
      <HowTo title="Addresses" isNew={isNew}>
        {RECEIVERS.map(([label, path]) => (
          <Address key={path} label={label} url={url + path} />
        ))}
      </HowTo>
    </Card>
  );
}

function Due({ heartbeat }: { heartbeat: Heartbeat }) {
  const {
    last_signal_at: last,
    expected_at: expected,
    deadline_at: deadline,
    running,
    interruptions,
  } = heartbeat;
  const [gap] = interruptions;
  if (!last) return <p className="text-muted">Waiting for the first signal. No alerts are sent before it.</p>;
  return (
    <div className="space-y-1">
      <p>
        Last signal <Time at={last} />
        {running > 0 && ` · ${running} running`}
        {expected && deadline && (
          <>
            {" "}
            · next expected <Time at={expected} />, missed from <Time at={deadline} as="date" />
          </>
        )}
      </p>
      {gap && (
        <p className="text-[13px] text-muted">
          Vedette couldn't receive signals from <Time at={gap.started_at} as="date" /> to{" "}
          <Time at={gap.ended_at} as="date" />. Signals expected in that time don't count as missed.
        </p>
      )}
    </div>
  );
}

function Address({ label, url }: { label: string; url: string }) {
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-2">
        <span className="text-[13px] font-medium">{label}</span>
        <CopyButton text={url} name={`Copy ${label}`} />
      </div>
      <CopiedText>{url}</CopiedText>
    </div>
  );
}

function Examples({ url }: { url: string }) {
  const examples = heartbeatExamples(url);
  const [shown, setShown] = useState(examples[0]?.label ?? "");
  const text = examples.find(({ label }) => label === shown)?.text ?? "";
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          name="example"
          label="Example"
          value={shown}
          options={examples.map(({ label }) => ({ value: label, label }))}
          onChange={setShown}
        />
        <CopyButton text={text} name="Copy example" />
      </div>
      <pre className="rounded-lg bg-sunken p-3 font-mono text-[13px] break-all whitespace-pre-wrap">
        {text}
      </pre>
      <p className="text-[13px] text-muted">
        Add /start, /fail, /log, or an exit status to the URL. Bodies of POST requests are kept with the
        signal.
      </p>
    </div>
  );
}
