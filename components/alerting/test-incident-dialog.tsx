"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Dialog } from "@/components/ui/overlays/dialog";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { isOver } from "@/lib/presenters/alerting/test-incident";

const TestIncidentProgress = lazyPart(
  async () => (await import("./test-incident-steps")).TestIncidentProgress,
);

const POLL_MS = 1000;

/** Tests the whole alert path, from the check to the notification. */
export function TestIncidentDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Send a test incident"
      description="Simulates an outage with your real runners, alert rules, and integrations. Nothing actually goes down."
      wide
    >
      <TestIncident />
    </Dialog>
  );
}

function TestIncident() {
  const [chosen, setChosen] = useState<number[]>([]);
  const [testIncidentId, setTestIncidentId] = useState<string | null>(null);
  const start = useSave(routes.startTestIncident, {
    fields: true,
    onDone: ({ test_incident_id }) => setTestIncidentId(test_incident_id),
  });
  const testIncident = useQuery({
    ...query(routes.getTestIncident, { params: { testIncidentId: testIncidentId ?? "" } }),
    enabled: testIncidentId !== null,
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  });
  if (testIncidentId !== null) {
    return (
      <div className="space-y-5">
        {testIncident.data && <TestIncidentProgress testIncident={testIncident.data} />}
        <Button
          disabled={!testIncident.data || !isOver(testIncident.data)}
          onClick={() => setTestIncidentId(null)}
        >
          Send another
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
        label="Simulate an outage of"
        help="Uses this monitor's regions, consecutive failures, and regions required. Alert rules for other monitors don't apply. Leave empty to use the newest monitor."
        chosen={chosen}
        error={start.errors.monitor_id}
        onChange={(ids) => setChosen(ids.slice(-1))}
      />
      <p className="text-muted">
        Matching integrations and project members' browsers get a notification marked as a test, and a
        recovery notification 20 seconds later. The test incident doesn't appear on status pages, in lists, or
        in reports.
      </p>
      <Button type="submit" variant="primary" busy={start.isPending}>
        Send test incident
      </Button>
    </form>
  );
}
