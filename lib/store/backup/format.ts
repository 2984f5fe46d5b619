import * as z from "zod";

/**
 * A backup is gzipped lines: this header, then for each table, parents before children, `["#copy", …]`, its rows in the text format
 * of PostgreSQL's COPY, and a line with a backslash and a dot; `["#sequence", …]`, `["#job", …]`, and last `["#end", rows]`. A file
 * without that last line is truncated and rejected.
 */
export const Header = z.object({
  format: z.literal("vedette-backup"),
  version: z.literal(1),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  /** SHA-256 of the APP_SECRET that decrypts the stored secrets; the secret itself isn't in the file. */
  secretDigest: z.string(),
  tables: z.array(z.string()),
  /** Days with raw results, epoch milliseconds. */
  resultDays: z.array(z.number()),
});
export type Header = z.infer<typeof Header>;

export const COPY = "#copy";
export const SEQUENCE = "#sequence";
export const JOB = "#job";
export const END = "#end";

export const Copied = z.object({ table: z.string(), columns: z.array(z.string()) });
export type Copied = z.infer<typeof Copied>;
export const Sequence = z.object({ name: z.string(), last_value: z.number() });
export const Job = z.object({
  task: z.string(),
  payload: z.unknown(),
  queue: z.string().nullable(),
  run_at: z.string(),
  max_attempts: z.number(),
  key: z.string().nullable(),
  priority: z.number(),
});
export type Sequence = z.infer<typeof Sequence>;
export type Job = z.infer<typeof Job>;

/** Formats one line of the file. */
export function line(kind: string, value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify([kind, value])}\n`);
}
