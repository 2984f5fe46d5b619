"use client";
import { Time, useNow } from "@/components/ui/time/time";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { isUpdateOverdue } from "@/lib/presenters/incidents/next-update";

/** Shows when visitors were promised the next update, in amber once that has passed. */
export function NextUpdate({ incident }: { incident: Incident }) {
  const now = useNow();
  const { next_update_at: at } = incident;
  if (!at) return null;
  return isUpdateOverdue(at, now) ? (
    <span className="font-medium text-warn">
      Update was due <Time at={at} />
    </span>
  ) : (
    <span>
      Next update <Time at={at} />
    </span>
  );
}
