import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { StateMark } from "@/components/ui/state-mark";
import { Time } from "@/components/ui/time/time";
import type { Runner } from "@/lib/contract/runners/runners";
import { REGION_NAMES } from "@/lib/presenters/core/region-names";
import { capabilityWords, runnerNotes } from "@/lib/presenters/runners/words";
import { LocationField } from "./location-field";

/** Shows an active runner with its state, its last report, and any warnings. */
export function RunnerRow({
  runner,
  runners,
  isAdmin,
  onRevoke,
}: {
  runner: Runner;
  runners: readonly Runner[];
  isAdmin: boolean;
  onRevoke: () => void;
}) {
  const { region, kind, state } = runner;
  const place = region ? REGION_NAMES[region] : "Regions without a remote runner";
  return (
    <li data-row className="border-b border-line px-4 py-3.5 last:border-0">
      <div className="flex items-center gap-x-3 sm:gap-x-4">
        <div className="min-w-0 flex-1 sm:min-w-40">
          <h3 className="truncate font-medium" title={runner.name}>
            {runner.name}
            {kind === "local" && runner.name !== "local" && (
              <span className="ml-1.5 font-normal text-muted">built-in</span>
            )}
          </h3>
          <p className="text-[13px] text-muted">
            {kind === "local" ? "Built-in runner" : "Remote runner"} · {place}
            {region && <span className="whitespace-nowrap max-sm:hidden"> · {region}</span>}
          </p>
        </div>
        <StateMark state={state} size="sm" />
        {isAdmin && kind === "remote" && (
          <Button size="sm" aria-label={`Revoke runner ${runner.name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </div>
      {state !== "never_seen" && <Facts runner={runner} />}
      {state === "never_seen" && (
        <p className="mt-2 text-[13px] text-muted">
          Created <Time at={runner.created_at} />, but it hasn't connected yet. If you lost its start command,
          revoke this runner, and add another.
        </p>
      )}
      {kind === "local" && <LocationField runner={runner} isAdmin={isAdmin} />}
      {runnerNotes(runner, runners).map((note) => (
        <p key={note} className="mt-2 text-[13px] text-warn">
          {note}
        </p>
      ))}
    </li>
  );
}

function Facts({ runner }: { runner: Runner }) {
  const { report } = runner;
  const able = capabilityWords(runner.capabilities);
  return (
    <dl className="mt-3 grid grid-cols-3 gap-x-4 gap-y-2 sm:grid-cols-4 sm:gap-x-6 lg:grid-cols-8">
      <Fact name="Last seen">{runner.last_seen_at ? <Time at={runner.last_seen_at} /> : "never"}</Fact>
      {report && runner.state === "alive" && (
        <>
          <Fact name="Check delay (p99)">{report.lag_p99_ms} ms</Fact>
          <Fact name="Results waiting">{report.spooled}</Fact>
          <Fact name="Checks running">{report.running}</Fact>
          <Fact name="Monitors">{report.monitors}</Fact>
        </>
      )}
      {runner.version && <Fact name="Version">{runner.version}</Fact>}
      {able.length > 0 && (
        <Fact name="Capabilities" wide>
          {able.join(", ")}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "col-span-3 sm:col-span-2" : ""}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-[13px] break-words tabular">{children}</dd>
    </div>
  );
}
