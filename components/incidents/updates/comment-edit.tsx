"use client";
import { DraftNote } from "@/components/forms/draft-note";
import { TextareaField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { SubmitRow } from "@/components/forms/submit-row";
import { useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { routes } from "@/lib/client/routes";
import type { TimelineComment } from "@/lib/presenters/incidents/timeline";

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
      <TextareaField
        label="Comment"
        hideLabel
        help="Only your team can see comments."
        error={save.errors.content}
        rows={8}
        value={content}
        onChange={(content) => draft.change({ content })}
      />
      <DraftNote draft={draft} />
      <SubmitRow busy={save.isPending}>Save</SubmitRow>
    </Form>
  );
}
