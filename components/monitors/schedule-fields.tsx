import { SelectField, TextField } from "@/components/forms/fields";
import { TagsField } from "@/components/forms/tags-field";
import { Card } from "@/components/ui/card";
import { Options } from "@/components/ui/input";
import { INTERVALS_SECONDS, TIMEOUTS_MS } from "@/lib/contract/monitors/times";
import { errorOf } from "@/lib/presenters/core/field-error";
import { counted, interval } from "@/lib/presenters/core/format";
import type { FormPart } from "./monitor-form-part";

type NumberField = "interval" | "timeout" | "incident_confirmations" | "recovery_confirmations";

/** Replaces the contract's help, which names units and limits, because the options here include them. */
const HELPS: Partial<Record<NumberField, string>> = {
  interval: "Time between two checks from the same region.",
  timeout: "A check that takes longer fails.",
  incident_confirmations: "A region counts as down after this many.",
  recovery_confirmations: "A region counts as up again after this many.",
};

function NumberSelect({
  part,
  name,
  options,
}: {
  part: FormPart;
  name: NumberField;
  options: [number, string][];
}) {
  const { draft, change, errors, info } = part;
  return (
    <SelectField
      label={info[name]?.label ?? name}
      help={HELPS[name] ?? info[name]?.help}
      error={errors[name]}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
    >
      <Options of={options} option={([value, word]) => [value, word]} />
    </SelectField>
  );
}

/** Returns the shares to choose from, with one that was set otherwise. */
function shares(current: number): number[] {
  return [...new Set([20, 30, 50, 70, 100, current])].sort((a, b) => a - b);
}

/** Edits the interval, the timeout, the consecutive failures and successes required, and what is slow. */
export function ScheduleFields(part: FormPart) {
  const { draft, change, errors, info, protocol } = part;
  const rows = (one: string, many: string): [number, string][] =>
    [1, 2, 3, 4, 5].map((count) => [count, counted(count, one, many)]);
  return (
    <Card title={protocol.isReported ? "Confirmation" : "Schedule"}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {!protocol.isReported && (
          <>
            <NumberSelect
              part={part}
              name="interval"
              options={INTERVALS_SECONDS.map((seconds) => [seconds, interval(seconds)])}
            />
            <NumberSelect
              part={part}
              name="timeout"
              options={TIMEOUTS_MS.map((ms) => [ms, `${ms / 1000} s`])}
            />
          </>
        )}
        {!protocol.isReported && (
          <>
            <TextField
              label={info.slow_threshold?.label ?? "slow_threshold"}
              optional
              help="Milliseconds. A monitor whose checks take longer is degraded, which never counts as downtime."
              error={errors.slow_threshold}
              inputMode="numeric"
              value={draft.slow_threshold?.toString() ?? ""}
              onChange={(text) => change({ slow_threshold: Number(text.replace(/\D/g, "")) || null })}
            />
            {draft.slow_threshold !== null && (
              <SelectField
                label={info.slow_share?.label ?? "slow_share"}
                help="Of the last 10 successful checks."
                error={errors.slow_share}
                value={draft.slow_share}
                onChange={(slow_share) => change({ slow_share })}
              >
                <Options of={shares(draft.slow_share)} option={(share) => [share, `${share} %`]} />
              </SelectField>
            )}
          </>
        )}
        <NumberSelect part={part} name="incident_confirmations" options={rows("failure", "failures")} />
        <NumberSelect part={part} name="recovery_confirmations" options={rows("success", "successes")} />
        <TagsField
          value={draft.tags}
          error={errorOf(errors, "tags")}
          className="sm:col-span-full"
          onChange={(tags) => change({ tags })}
        />
      </div>
    </Card>
  );
}
