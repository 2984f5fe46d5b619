import * as z from "zod";
import { isoSeconds } from "@/lib/shared/clock";

const CONTROL_OR_BIDI = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

/** A positive id of at most 2^53-1; in paths and queries decimal text (T42). */
export const Id = z
  .number()
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({
    title: "Id",
    examples: [1],
  });

/** Text of `min` to `max` code points: blanks around it trimmed, NFC, no control or bidi characters (T43). */
export function text(min: number, max: number) {
  return z
    .string()
    .trim()
    .normalize()
    .refine((value) => !CONTROL_OR_BIDI.test(value), {
      message: "Control and text-direction characters are not allowed.",
    })
    .refine((value) => [...value].length >= min && [...value].length <= max, {
      message: `Allowed are ${min} to ${max} characters.`,
    });
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** A date in: ISO 8601 with `Z`, a numeric offset or milliseconds. */
export const DateIn = z
  .string()
  .refine((value) => ISO.test(value) && !Number.isNaN(Date.parse(value)), {
    message: "Allowed is a date in ISO 8601 with a zone, such as 2026-01-31T12:00:00Z.",
  })
  .transform((value) => new Date(value));

/** A date out: `YYYY-MM-DDTHH:MM:SSZ`, UTC. */
export const DateOut = z.string().meta({ format: "date-time", examples: [isoSeconds(new Date(0))] });
