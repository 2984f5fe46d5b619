"use client";
import { MomentField } from "@/components/forms/moment-field";

/** When it began and ended, with the bounds that the API sets. */
export function SpanFields({
  incidentAt,
  recoveryAt,
  errors,
  startOptional,
  endHelp,
  onChange,
}: {
  incidentAt: string;
  recoveryAt: string;
  errors: Record<string, string>;
  startOptional: boolean;
  endHelp: string;
  onChange: (change: { incidentAt?: string; recoveryAt?: string }) => void;
}) {
  const bounds = "Within the last year, at most 10 minutes ahead.";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <MomentField
        label="Started at"
        value={incidentAt}
        optional={startOptional}
        help={startOptional ? `${bounds} Empty: now.` : bounds}
        error={errors.incident_at}
        onChange={(value) => onChange({ incidentAt: value })}
      />
      <MomentField
        label="Recovered at"
        value={recoveryAt}
        help={`After the start, at most 10 minutes ahead. ${endHelp}`}
        error={errors.recovery_at}
        onChange={(value) => onChange({ recoveryAt: value })}
      />
    </div>
  );
}
