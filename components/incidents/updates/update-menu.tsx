"use client";
import { useSave } from "@/components/forms/use-save";
import { lazyPart } from "@/components/ui/lazy-part";
import { routes } from "@/lib/client/routes";
import type { IncidentUpdate } from "@/lib/contract/incidents/updates";
import { PostMenu } from "./post-menu";

const UpdateEdit = lazyPart(async () => (await import("./update-edit")).UpdateEdit);

export function UpdateMenu({ update }: { update: IncidentUpdate }) {
  const params = { incidentId: update.incident_id, incidentUpdateId: update.id };
  const remove = useSave(routes.deleteIncidentUpdate, { done: "Update deleted" });
  return (
    <PostMenu
      post={{ name: "update", note: "No notifications are sent for edits.", wide: true }}
      creator={update.creator}
      remove={{
        mutate: (onDone) => remove.mutate({ params }, { onSuccess: onDone }),
        isPending: remove.isPending,
      }}
      loses="This removes it from every status page. Notifications that were already sent can't be recalled."
      editing={(close) => <UpdateEdit update={update} onDone={close} />}
    />
  );
}
