"use client";
import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { inZone, isoOf, zoneWords } from "@/lib/presenters/core/moment-input";
import { now } from "@/lib/shared/clock";
import { useOwnZone } from "./own-zone";

/** A date and time on the clock of the person's own zone, which stands beside it. */
export function MomentField({
  label,
  value,
  help,
  error,
  optional = true,
  onChange,
}: {
  label: string;
  /** `2026-01-31T12:00`, as a datetime-local field holds it; empty for none. */
  value: string;
  help?: ReactNode;
  error: string | undefined;
  optional?: boolean;
  onChange: (value: string) => void;
}) {
  const zone = useOwnZone();
  const iso = zone && isoOf(value, zone);
  return (
    <Field
      label={label}
      optional={optional}
      error={error && zone ? inZone(error, zone) : error}
      help={
        <>
          {zone && <span className="block">{zoneWords(zone, iso ? new Date(iso) : now())}</span>}
          {help}
        </>
      }
    >
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          required={!optional}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** True, with the focus on it, when a date was begun and not finished (the browser gives it out as empty), or is missing. */
export function hasUnfinishedDate(form: HTMLFormElement): boolean {
  const dates = [...form.querySelectorAll<HTMLInputElement>("input[type=datetime-local]")];
  const half = dates.find(({ validity }) => !validity.valid);
  half?.focus();
  half?.reportValidity();
  return half !== undefined;
}
