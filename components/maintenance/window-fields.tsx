import { SelectField, TextField } from "@/components/forms/fields";
import { Options } from "@/components/ui/input";
import { duration } from "@/lib/presenters/core/format";
import {
  LENGTHS_MINUTES,
  localEnd,
  MODES,
  minutesUntil,
  type WindowDraft,
} from "@/lib/presenters/maintenance/window-draft";

interface Props {
  draft: WindowDraft;
  errors: Record<string, string>;
  change: (part: Partial<WindowDraft>) => void;
}

/** Edits start and end. A common length sets the end, and the end can be any time. Both have room for AM and PM in every browser. */
export function SpanFields({ draft, errors, startFixed, change }: Props & { startFixed: boolean }) {
  const { minutes } = draft;
  const isCommon = LENGTHS_MINUTES.some((length) => length === minutes);
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(14rem,1fr)_minmax(6rem,8rem)_minmax(14rem,1fr)]">
      <TextField
        label="Starts"
        error={errors.starts_at}
        type="datetime-local"
        value={draft.starts}
        disabled={startFixed}
        onChange={(starts) => change({ starts })}
      />
      <SelectField label="Duration" value={minutes} onChange={(minutes) => change({ minutes })}>
        {!isCommon && <option value={minutes}>{duration(minutes * 60)}</option>}
        <Options of={LENGTHS_MINUTES} option={(length) => [length, duration(length * 60)]} />
      </SelectField>
      <TextField
        label="Ends"
        error={errors.ends_at}
        type="datetime-local"
        value={localEnd(draft)}
        min={draft.starts}
        onChange={(text) => change({ minutes: minutesUntil(draft, text) ?? minutes })}
      />
    </div>
  );
}

/** Edits what happens to checks and alerts during the window. */
export function ModeField({ draft, errors, change }: Props) {
  return (
    <SelectField
      label="During maintenance"
      help={MODES.find(({ value }) => value === draft.monitoring_mode)?.help}
      error={errors.monitoring_mode}
      value={draft.monitoring_mode}
      onChange={(monitoring_mode) => change({ monitoring_mode })}
    >
      <Options of={MODES} option={({ value, label }) => [value, label]} />
    </SelectField>
  );
}
