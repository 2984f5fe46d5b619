"use client";
import { useId } from "react";
import { TextareaField } from "@/components/forms/fields";
import { Segmented } from "@/components/ui/input";
import type { IncidentState } from "@/lib/contract/incidents/states";
import { UPDATE_STATES } from "@/lib/presenters/core/states";
import { UpdateText } from "./update-text";

/** Help for the publication time; the bounds are those of every incident date in the API. */
export const PUBLISHED_HELP =
  "Leave empty to publish now. Enter a time up to 10 minutes from now to schedule the update, or within the last year to backdate it.";

interface Texts {
  update_state: IncidentState;
  update_content: string;
}

/** Edits the state and message of a public update, with a preview of the message unless the form shows its own. */
export function UpdateFields({
  state,
  content,
  errors,
  rows = 4,
  withPreview = true,
  onChange,
}: {
  state: IncidentState;
  content: string;
  errors: Record<string, string>;
  rows?: number;
  withPreview?: boolean;
  onChange: (change: Partial<Texts>) => void;
}) {
  const name = useId();
  return (
    <>
      <Segmented
        name={name}
        label="State"
        value={state}
        options={UPDATE_STATES}
        onChange={(value) => onChange({ update_state: value })}
      />
      <TextareaField
        label="Message"
        hideLabel
        error={errors.content ?? errors.state}
        rows={rows}
        value={content}
        placeholder="What do your users need to know? Supports Markdown."
        onKeyDown={(event) =>
          event.key === "Enter" &&
          (event.metaKey || event.ctrlKey) &&
          event.currentTarget.form?.requestSubmit()
        }
        onChange={(update_content) => onChange({ update_content })}
      />
      {withPreview && content !== "" && (
        <section aria-label="Preview" className="rounded-lg bg-sunken px-3 py-2">
          <UpdateText text={content} />
        </section>
      )}
    </>
  );
}
