import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
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

/** Edits start and end. A common length sets the end, and the end can be any time. */
export function SpanFields({ draft, errors, startFixed, change }: Props & { startFixed: boolean }) {
  const { minutes } = draft;
  const isCommon = LENGTHS_MINUTES.some((length) => length === minutes);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field label="Starts" error={errors.starts_at}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={draft.starts}
            disabled={startFixed}
            onChange={(event) => change({ starts: event.target.value })}
          />
        )}
      </Field>
      <Field label="Duration">
        {(control) => (
          <Select
            {...control}
            value={minutes}
            onChange={(event) => change({ minutes: Number(event.target.value) })}
          >
            {!isCommon && <option value={minutes}>{duration(minutes * 60)}</option>}
            {LENGTHS_MINUTES.map((length) => (
              <option key={length} value={length}>
                {duration(length * 60)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Ends" error={errors.ends_at}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={localEnd(draft)}
            min={draft.starts}
            onChange={(event) => change({ minutes: minutesUntil(draft, event.target.value) ?? minutes })}
          />
        )}
      </Field>
    </div>
  );
}

/** Edits what happens to checks and alerts during the window. */
export function ModeField({ draft, errors, change }: Props) {
  return (
    <Field
      label="During maintenance"
      help={MODES.find(({ value }) => value === draft.monitoring_mode)?.help}
      error={errors.monitoring_mode}
    >
      {(control) => (
        <Select
          {...control}
          value={draft.monitoring_mode}
          onChange={(event) => change({ monitoring_mode: event.target.value as "pause" })}
        >
          {MODES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
