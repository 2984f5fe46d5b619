"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { isOver } from "@/lib/presenters/alerting/test-incident";
import { DrillCourse } from "./test-incident-course";

const LOOK_AGAIN_MS = 1000;

/** Tries out the whole way of an alert, from the check to the phone, before a real night does. */
export function DrillDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Run a drill"
      description="An outage that isn't one: your runners, rules and destinations are real, the target and the incident are not."
      wide
    >
      <Drill />
    </Dialog>
  );
}

function Drill() {
  const [chosen, setChosen] = useState<number[]>([]);
  const [drillId, setDrillId] = useState<string | null>(null);
  const start = useSave(routes.startDrill, {
    fields: true,
    onDone: ({ drill_id }) => setDrillId(drill_id),
  });
  const drill = useQuery({
    ...query(routes.getDrill, { params: { drillId: drillId ?? "" } }),
    enabled: drillId !== null,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : LOOK_AGAIN_MS),
  });
  if (drillId !== null) {
    return (
      <div className="space-y-5">
        {drill.data && <DrillCourse drill={drill.data} />}
        <Button disabled={!drill.data || !isOver(drill.data)} onClick={() => setDrillId(null)}>
          Run another
        </Button>
      </div>
    );
  }
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({ body: { monitor_id: chosen[0] ?? null } });
      }}
    >
      <MonitorPicker
        label="As if this monitor were down"
        help="Its regions, confirmations and threshold decide; rules limited to other monitors stay silent. The newest one when none is chosen."
        chosen={chosen}
        error={start.errors.monitor_id}
        onChange={(ids) => setChosen(ids.slice(-1))}
      />
      <p className="text-muted">
        Everybody your rules name, and every browser in which a member of the project turned notifications on,
        gets a message marked <em>Drill</em>, and 20 seconds later that it is over. No page, list or report
        shows it.
      </p>
      <Button type="submit" look="primary" busy={start.isPending}>
        Start the drill
      </Button>
    </form>
  );
}
