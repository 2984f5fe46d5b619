"use client";
import type { ReactNode } from "react";
import { TextField } from "@/components/forms/fields";
import { inZone, isoOf, zoneWords } from "@/lib/presenters/core/moment-input";
import { now } from "@/lib/shared/clock";
import { useOwnZone } from "./own-zone";

/** Renders a date and time input in the viewer's time zone, which it names. */
export function MomentField({
  label,
  value,
  help,
  error,
  optional = true,
  onChange,
}: {
  label: string;
  /** A datetime-local value such as `2026-01-31T12:00`; empty for none. */
  value: string;
  help?: ReactNode;
  error: string | undefined;
  optional?: boolean;
  onChange: (value: string) => void;
}) {
  const zone = useOwnZone();
  const iso = zone && isoOf(value, zone);
  return (
    <TextField
      label={label}
      optional={optional}
      error={error && zone ? inZone(error, zone) : error}
      help={
        <>
          {zone && <span className="block">{zoneWords(zone, iso ? new Date(iso) : now())}</span>}
          {help}
        </>
      }
      type="datetime-local"
      required={!optional}
      value={value}
      onChange={onChange}
    />
  );
}
