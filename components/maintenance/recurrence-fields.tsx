"use client";
import { useQuery } from "@tanstack/react-query";
import { SelectField, TextField } from "@/components/forms/fields";
import { ZoneSelect } from "@/components/forms/zone-select";
import { Field } from "@/components/ui/field";
import { Options } from "@/components/ui/input";
import { localInput } from "@/lib/presenters/core/moment-input";
import {
  draftSentence,
  REPEATS,
  recurrenceOf,
  type WindowDraft,
} from "@/lib/presenters/maintenance/window-draft";

const SHOWN_STARTS = 3;

interface Props {
  draft: WindowDraft;
  errors: Record<string, string>;
  change: (part: Partial<WindowDraft>) => void;
}

/** Edits how a window repeats and in which time zone, and reads it back as a sentence with the next starts. */
export function RecurrenceFields({ draft, errors, change }: Props) {
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="Repeats"
          error={errors.recurrence}
          value={draft.repeat}
          onChange={(repeat) => change({ repeat })}
        >
          <Options of={REPEATS} option={({ value, label }) => [value, label]} />
        </SelectField>
        <Field label="Time zone" error={errors.time_zone}>
          {(control) => (
            <ZoneSelect
              {...control}
              value={draft.time_zone}
              onChange={(event) => change({ time_zone: event.target.value })}
            />
          )}
        </Field>
      </div>
      {draft.repeat === "custom" && (
        <TextField
          label="Rule"
          help="One RFC 5545 recurrence rule that repeats at most once per hour."
          value={draft.rule}
          placeholder="FREQ=MONTHLY;BYDAY=-1SU"
          onChange={(rule) => change({ rule })}
        />
      )}
      <ReadBack draft={draft} />
    </div>
  );
}

/** Renders, for example, "Every Tuesday, 02:00–03:00 Europe/Berlin. Next: …". */
function ReadBack({ draft }: { draft: WindowDraft }) {
  const recurrence = recurrenceOf(draft);
  const { data: starts } = useQuery({
    queryKey: ["next-starts", recurrence],
    enabled: recurrence !== null,
    queryFn: async () => {
      const { nextStarts } = await import("@/lib/presenters/maintenance/next-starts");
      return recurrence ? nextStarts(recurrence, SHOWN_STARTS) : [];
    },
  });
  if (!recurrence) return null;
  const next = (starts ?? []).map((start) => localInput(start, draft.time_zone).replace("T", " "));
  return (
    <p className="rounded-lg bg-sunken px-3 py-2 text-[13px]" aria-live="polite">
      {draftSentence(recurrence, draft.minutes)}.
      {starts && (
        <span className="text-muted">
          {next.length > 0 ? ` Next: ${next.join(", ")}.` : " This rule never starts."}
        </span>
      )}
    </p>
  );
}
