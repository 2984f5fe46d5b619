"use client";
import type { Preview } from "@/components/forms/preview";
import { useSave } from "@/components/forms/use-save";
import { useViewer } from "@/components/shell/viewer-context";
import { routes } from "@/lib/client/routes";

/** Acknowledges an incident. The screen shows it at once, and a toast offers to undo it. */
export function useAcknowledge() {
  const name = useViewer()?.user.name ?? "you";
  const preview =
    (by: string | null) =>
    ({ params }: { params?: { incidentId: number } | undefined }): Preview => ({
      getIncidentTimeline: (shown, read) =>
        (read as { incidentId: number }).incidentId === params?.incidentId
          ? { ...(shown as object), acknowledged_by: by }
          : shown,
    });
  const withdraw = useSave(routes.unacknowledgeIncident, { preview: preview(null) });
  const acknowledge = useSave(routes.acknowledgeIncident, {
    done: "Incident acknowledged",
    preview: preview(name),
    undo: (_, input) => () => withdraw.mutate(input),
  });
  return (incidentId: number) => acknowledge.mutate({ params: { incidentId } });
}
