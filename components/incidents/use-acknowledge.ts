"use client";
import { changed, type Preview } from "@/components/forms/preview";
import { useSave } from "@/components/forms/use-save";
import { useViewer } from "@/components/page/viewer-context";
import { routes } from "@/lib/client/routes";
import type { Overview } from "@/lib/contract/reports/overview";

/** Acknowledges an incident. The screen shows it at once, and a toast offers to undo it. */
export function useAcknowledge() {
  const me = useViewer()?.user;
  const preview =
    (by: string | null, id: number | null = null) =>
    ({ params }: { params?: { incidentId: number } | undefined }): Preview => {
      const show = changed(params ? [params.incidentId] : [], {
        acknowledged_by: by,
        assignee_id: id,
      });
      const showOpen = (shown: unknown) => {
        const { open_incidents: open } = shown as Overview;
        return { ...(shown as Overview), open_incidents: show(open) };
      };
      return { getIncident: show, listIncidents: show, getOverview: showOpen };
    };
  const withdraw = useSave(routes.unacknowledgeIncident, { preview: preview(null) });
  const acknowledge = useSave(routes.acknowledgeIncident, {
    done: "Incident acknowledged",
    preview: preview(me?.name ?? "you", me?.id),
    undo: (_, input) => () => withdraw.mutate(input),
  });
  return (incidentId: number) => acknowledge.mutate({ params: { incidentId } });
}
