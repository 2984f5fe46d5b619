"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/overlays/fold";
import { Time } from "@/components/ui/time/time";
import { query } from "@/lib/client/query";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import type { Runner } from "@/lib/contract/runners/runners";
import { REGION_NAMES } from "@/lib/presenters/core/region-names";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { AddRunnerDialog } from "./add-runner-dialog";
import { RunnerRow } from "./runner-row";
import { ServedRegions } from "./served-regions";

const POLL_MS = 5000;

export function RegionsPage({ viewer }: { viewer: Viewer }) {
  const { data } = useQuery({
    ...query(routes.listRunners, settingsReads.runners),
    refetchInterval: POLL_MS,
  });
  const [adding, setAdding] = useState(false);
  const revoke = useConfirmed(routes.revokeRunner, {
    input: ({ id }: Runner) => ({ params: { runnerId: id } }),
    title: ({ name }) => `Revoke runner ${name}?`,
    action: "Revoke runner",
    text: "Its token stops working immediately, and any results it hasn't sent are lost. Another runner in its region or the built-in runner takes over.",
    done: "Runner revoked",
  });
  const runners = data?.data ?? [];
  const working = runners.filter(({ state }) => state !== "revoked");
  const isAdmin = viewer.user.role !== "member";
  return (
    <div className="space-y-4">
      <ServedRegions runners={runners} />
      <Card
        title="Runners"
        flush
        aside={
          isAdmin && (
            <Button size="sm" onClick={() => setAdding(true)}>
              <Plus /> Add runner
            </Button>
          )
        }
      >
        <ul>
          {working.map((runner) => (
            <RunnerRow
              key={runner.id}
              runner={runner}
              runners={runners}
              isAdmin={isAdmin}
              onRevoke={() => revoke.ask(runner)}
            />
          ))}
        </ul>
        {data && working.length === 0 && (
          <p className="p-4 text-muted">
            {runners.length === 0
              ? "No runner has started yet, so no checks are running."
              : "Every runner is revoked, so no checks are running."}
          </p>
        )}
        <RevokedRunners runners={runners.filter(({ state }) => state === "revoked")} />
      </Card>
      {!isAdmin && (
        <p className="px-1 text-[13px] text-muted">
          Only owners and admins can add, change, and revoke runners.
        </p>
      )}
      <AddRunnerDialog open={adding} onClose={() => setAdding(false)} />
      {revoke.dialog}
    </div>
  );
}

/** Lists recently revoked runners, collapsed. */
function RevokedRunners({ runners }: { runners: readonly Runner[] }) {
  if (runners.length === 0) return null;
  return (
    <Fold
      className="border-t border-line"
      headClass="gap-1.5 px-4 py-3 text-[13px] text-muted"
      head={
        <>
          Revoked in the last 30 days
          <span className="ml-auto tabular">{runners.length}</span>
        </>
      }
    >
      <ul className="border-t border-line px-4 py-1.5">
        {runners.map(({ id, name, region, revoked_at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5 text-[13px]">
            <span className="min-w-0 break-words">
              {name} {region && <span className="text-muted">· {REGION_NAMES[region]}</span>}
            </span>
            {revoked_at && (
              <span className="text-muted">
                revoked <Time at={revoked_at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
