"use client";
import { Suspense, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { UpdateText } from "@/components/incidents/updates/update-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyPart } from "@/components/ui/lazy-part";
import { Confirm } from "@/components/ui/overlays/confirm";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time/time";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";
import type { IncidentTimeline } from "@/lib/contract/incidents/timeline";
import { postMortemDraft } from "@/lib/presenters/incidents/timeline";

const PostMortemForm = lazyPart(async () => (await import("./post-mortem-form")).PostMortemForm);

/** Shows the public post-mortem of a recovered incident, to write, edit, or remove. */
export default function PostMortemCard({
  incident,
  timeline,
}: {
  incident: Incident;
  timeline: IncidentTimeline | undefined;
}) {
  const [open, setOpen] = useState<"none" | "edit" | "remove">("none");
  const close = () => setOpen("none");
  const remove = useSave(routes.updateIncident, { done: "Post-mortem removed", onDone: close });
  const { post_mortem: content, post_mortem_published_at: publishedAt } = incident;
  if (incident.status !== "recovered") return null;
  return (
    <Card
      title="Post-mortem"
      aside={
        <span className="text-[13px] text-muted">
          {publishedAt ? (
            <>
              Public since <Time at={publishedAt} as="date" />
            </>
          ) : (
            "Not published"
          )}
        </span>
      }
    >
      {open === "edit" ? (
        <Suspense fallback={<Skeleton lines={5} />}>
          <PostMortemForm incident={incident} draft={postMortemDraft(timeline)} onDone={close} />
        </Suspense>
      ) : (
        <div className="space-y-3">
          {content ? (
            <UpdateText text={content} />
          ) : (
            <p className="text-muted">Explain what happened and what you changed.</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen("edit")}>
              {content ? "Edit post-mortem" : "Write post-mortem"}
            </Button>
            {content && (
              <Button variant="quiet" onClick={() => setOpen("remove")}>
                Remove…
              </Button>
            )}
          </div>
        </div>
      )}
      <Confirm
        open={open === "remove"}
        onClose={close}
        onConfirm={() => remove.mutate({ params: { incidentId: incident.id }, body: { post_mortem: null } })}
        busy={remove.isPending}
        title="Remove the post-mortem?"
        action="Remove post-mortem"
      >
        This deletes its text and removes it from every status page.
      </Confirm>
    </Card>
  );
}
