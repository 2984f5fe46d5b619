"use client";
import { type FormEvent, useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { routes } from "@/lib/client/routes";
import type { Incident } from "@/lib/contract/incidents/incidents";

/** Adds a private comment, which never appears on a status page. */
export function CommentForm({ incident }: { incident: Incident }) {
  const [content, setContent] = useState("");
  const save = useSave(routes.createIncidentComment, {
    fields: true,
    done: "Comment added",
    onDone: () => setContent(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ params: { incidentId: incident.id }, body: { content } });
  };
  return (
    <form onSubmit={submit} className="space-y-3" noValidate>
      <Field label="Comment" hideLabel help="Only your team can see comments." error={save.errors.content}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" busy={save.isPending}>
        Add comment
      </Button>
    </form>
  );
}
