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
      description="Simulates an outage with your real runners, alert rules, and integrations."
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
        {testIncident.data && isOver(testIncident.data) && (
          <Button onClick={() => setTestIncidentId(null)}>Send another</Button>
        )}
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
        help="Its regions, thresholds, and alert rules apply. Leave empty to use the newest monitor."
        single
        chosen={chosen}
        error={start.errors.monitor_id}
        onChange={setChosen}
      />
      <p className="text-muted">
        Integrations and browsers get a notification marked as a test, and its recovery 20 seconds later.
        Status pages, lists, and reports don't show it.
      </p>
      <Button type="submit" variant="primary" busy={start.isPending}>
        Send test incident
      </Button>
    </form>
  );
}
