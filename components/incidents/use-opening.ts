"use client";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import type { Input } from "@/lib/client/route";
import { routes } from "@/lib/client/routes";
import type { endpoints, Incident } from "@/lib/contract/incidents/incidents";
import type { endpoints as updates } from "@/lib/contract/incidents/updates";
import { momentProblem } from "@/lib/presenters/core/moment-input";
import { now } from "@/lib/shared/clock";

type Opening = Omit<NonNullable<Input<typeof endpoints.createIncident>["body"]>, "incident_at"> & {
  incident_at: string | null;
};
type FirstUpdate = Omit<NonNullable<Input<typeof updates.createIncidentUpdate>["body"]>, "published_at"> & {
  published_at: string | null;
};

/**
 * Opens an incident and posts its first update. If only the update is rejected, the incident stays open (`opened`) and the next submit
 * sends only the update.
 */
export function useOpening(onDone: (incident: Incident) => void) {
  const [opened, setOpened] = useState<Incident | null>(null);
  const [early, setEarly] = useState<Record<string, string>>({});
  const create = useSave(routes.createIncident, { fields: true });
  const publish = useSave(routes.createIncidentUpdate, { fields: true });
  const send = ({ incident_at, ...rest }: Opening, update: FirstUpdate | null) => {
    const wrong = update && momentProblem(update.published_at, now());
    setEarly(wrong ? { published_at: wrong } : {});
    if (wrong) return;
    const finish = (incident: Incident) => {
      if (!update) return onDone(incident);
      const { published_at, ...texts } = update;
      const body = { ...texts, ...(published_at && { published_at }) };
      publish.mutate(
        { params: { incidentId: incident.id }, body },
        { onSuccess: () => onDone(incident), onError: () => setOpened(incident) },
      );
    };
    if (opened) finish(opened);
    else create.mutate({ body: { ...rest, ...(incident_at && { incident_at }) } }, { onSuccess: finish });
  };
  return {
    opened,
    send,
    busy: create.isPending || publish.isPending,
    errors: { ...create.errors, ...publish.errors, ...early },
  };
}
