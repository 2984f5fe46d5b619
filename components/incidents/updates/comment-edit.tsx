"use client";
import { Form } from "@/components/forms/form";
import { SubmitRow } from "@/components/forms/submit-row";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { routes } from "@/lib/client/routes";
import type { TimelineComment } from "@/lib/presenters/incidents/timeline";
import { CommentField } from "./comment-form";

/** Edits the text of an existing comment. */
export function CommentEdit({
  comment,
  incidentId,
  onDone,
}: {
  comment: Pick<TimelineComment, "id" | "text">;
  incidentId: number;
  onDone: () => void;
}) {
  const draft = useDraft(`edited-comment-${comment.id}`, { content: comment.text });
  const { content } = draft.value;
  const save = useSave(routes.editIncidentComment, {
    fields: true,
    done: "Comment saved",
    onDone: () => {
      draft.clear();
      onDone();
    },
  });
  const submit = () => {
    save.mutate({ params: { incidentId, commentId: comment.id }, body: { content } });
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <CommentField rows={8} draft={draft} error={save.errors.content} />
      <SubmitRow busy={save.isPending}>Save</SubmitRow>
    </Form>
  );
}
