"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useConfirmed } from "@/components/forms/use-confirmed";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { query } from "@/lib/client/query";
import { settingsReads } from "@/lib/client/reads/settings-reads";
import { routes } from "@/lib/client/routes";
import type { Runner } from "@/lib/contract/runners/runners";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { AddRunnerDialog } from "./add-runner-dialog";
import { RevokedRunners } from "./revoked-runners";
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
