"use client";
import { DraftNote } from "@/components/forms/draft-note";
import { TextareaField } from "@/components/forms/fields";
import { Form } from "@/components/forms/form";
import { type Draft, useDraft } from "@/components/forms/use-draft";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";

/** Keeps the comment that is being written. */
export const useCommentDraft = ({ id }: Incident) => useDraft(`comment-${id}`, { content: "" });

/** Adds a private comment, which never appears on a status page. */
export function CommentForm({ incident, onDone }: { incident: Incident; onDone?: () => void }) {
  const draft = useCommentDraft(incident);
  const { content } = draft.value;
  const save = useSave(routes.createIncidentComment, {
    fields: true,
    done: "Comment added",
    onDone: () => {
      draft.clear();
      onDone?.();
    },
  });
  const submit = () => {
    save.mutate({ params: { incidentId: incident.id }, body: { content } });
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <CommentField rows={4} draft={draft} error={save.errors.content} />
      <Button type="submit" variant="primary" busy={save.isPending}>
        Add comment
      </Button>
    </Form>
  );
}

/** Edits the text of a comment. */
export function CommentField({
  draft,
  ...rest
}: {
  draft: Draft<{ content: string }>;
  rows: number;
  error: string | undefined;
}) {
  return (
    <>
      <TextareaField
        label="Comment"
        hideLabel
        help="Only your team can see comments."
        value={draft.value.content}
        onChange={(content) => draft.change({ content })}
        {...rest}
      />
      <DraftNote draft={draft} />
    </>
  );
}
