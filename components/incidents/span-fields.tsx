"use client";
import { MomentField } from "@/components/forms/moment-field";

/** Renders the start and recovery time, with the bounds of the API as help. */
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
  const bounds = "Within the last year, or up to 10 minutes from now.";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <MomentField
        label="Started at"
        value={incidentAt}
        optional={startOptional}
        help={startOptional ? `${bounds} Leave empty to use the current time.` : bounds}
        error={errors.incident_at}
        onChange={(value) => onChange({ incidentAt: value })}
      />
      <MomentField
        label="Recovered at"
        value={recoveryAt}
        help={`After the start, up to 10 minutes from now. ${endHelp}`}
        error={errors.recovery_at}
        onChange={(value) => onChange({ recoveryAt: value })}
      />
    </div>
  );
}
