"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { settingsReads } from "@/lib/client/settings-reads";
import type { Runner } from "@/lib/contract/runners/runners";
import type { Viewer } from "@/lib/presenters/core/viewer";
import { AddRunnerDialog } from "./add-runner-dialog";
import { RevokedRunners } from "./revoked-runners";
import { RunnerRow } from "./runner-row";
import { ServedRegions } from "./served-regions";

const LOOK_MS = 5000;

/** Where checks run from, and the runners that do it. */
export function RegionsPage({ viewer }: { viewer: Viewer }) {
  const { data } = useQuery({
    ...query(routes.listRunners, settingsReads.runners),
    refetchInterval: LOOK_MS,
  });
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Runner | null>(null);
  const revoke = useSave(routes.revokeRunner, { done: "Runner revoked", onDone: () => setLeaving(null) });
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
              <Plus /> Add a region
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
              {...(isAdmin && { onRevoke: () => setLeaving(runner) })}
            />
          ))}
        </ul>
        {data && working.length === 0 && (
          <p className="p-4 text-muted">
            {runners.length === 0
              ? "No runner has ever started: nothing is being checked."
              : "Every runner is revoked: nothing is being checked."}
          </p>
        )}
        <RevokedRunners runners={runners.filter(({ state }) => state === "revoked")} />
      </Card>
      {!isAdmin && (
        <p className="px-1 text-[13px] text-muted">Runners are added and revoked by owners and admins.</p>
      )}
      <AddRunnerDialog open={adding} onClose={() => setAdding(false)} />
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && revoke.mutate({ params: { runnerId: leaving.id } })}
        busy={revoke.isPending}
        title={`Revoke the runner ${leaving?.name}?`}
        action="Revoke runner"
      >
        Its token ends at once. Results that it has not handed in yet are lost. Another runner of its region,
        or the local one, goes on.
      </Confirm>
    </div>
  );
}
