"use client";
import { useSave } from "@/components/forms/use-save";
import { lazyPart } from "@/components/ui/lazy-part";
import { routes } from "@/lib/client/routes";
import type { TimelineComment } from "@/lib/presenters/incidents/timeline";
import { PostMenu } from "./post-menu";

const CommentEdit = lazyPart(async () => (await import("./comment-edit")).CommentEdit);

export function CommentMenu({ comment, incidentId }: { comment: TimelineComment; incidentId: number }) {
  const params = { incidentId, commentId: comment.id };
  const remove = useSave(routes.deleteIncidentComment, { done: "Comment deleted" });
  return (
    <PostMenu
      post={{ name: "comment", note: "No notifications are sent for edits." }}
      creator={comment.creator}
      remove={{
        mutate: (onDone) => remove.mutate({ params }, { onSuccess: onDone }),
        isPending: remove.isPending,
      }}
      loses="Notifications that were already sent can't be recalled."
      editing={(close) => <CommentEdit comment={comment} incidentId={incidentId} onDone={close} />}
    />
  );
}
