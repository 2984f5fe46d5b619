"use client";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time";
import type { IncidentUpdate } from "@/lib/contract/incident-updates";
import type { Incident } from "@/lib/contract/incidents";
import { now } from "@/lib/shared/clock";
import { UpdateMenu } from "./update-menu";

const Markdown = dynamic(() => import("./markdown"));

/** Newest first: recovery, public updates, beginning. */
export function Timeline({ incident, updates }: { incident: Incident; updates: readonly IncidentUpdate[] }) {
  const entries: { at: string; key: string; node: ReactNode }[] = updates.map((update) => ({
    at: update.published_at,
    key: `update-${update.id}`,
    node: <UpdateEntry update={update} />,
  }));
  if (incident.recovery_at) {
    entries.push({
      at: incident.recovery_at,
      key: "recovered",
      node: <Fact mark="recovered">Recovered</Fact>,
    });
  }
  const began = incident.type === "monitor" ? "Opened by a failing monitor" : "Reported by hand";
  entries.push({ at: incident.incident_at, key: "began", node: <Fact mark="ongoing">{began}</Fact> });
  entries.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <ol className="relative space-y-6 before:absolute before:top-2 before:bottom-2 before:left-[5px] before:w-px before:bg-line">
      {entries.map(({ at, key, node }) => (
        <li key={key} className="relative pl-7">
          <span
            className="absolute top-1.5 left-0 size-[11px] rounded-full border-2 border-control bg-surface"
            aria-hidden="true"
          />
          <p className="mb-1 text-[13px] text-muted">
            <Time at={at} as="date" />
          </p>
          {node}
        </li>
      ))}
    </ol>
  );
}

function Fact({ mark, children }: { mark: "recovered" | "ongoing"; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 font-medium">
      <StateMark state={mark} word={false} /> {children}
    </p>
  );
}

function UpdateEntry({ update }: { update: IncidentUpdate }) {
  const scheduled = Date.parse(update.published_at) > now().getTime();
  return (
    <div className="rounded-xl border border-line p-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <StateMark state={update.state} size="sm" />
        {scheduled && <StateMark state="scheduled" size="sm" />}
        <span className="text-[13px] text-muted">{update.creator.label}</span>
        <span className="ml-auto">
          <UpdateMenu update={update} />
        </span>
      </div>
      <Markdown text={update.content} />
    </div>
  );
}
