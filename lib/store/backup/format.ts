import * as z from "zod";

/**
 * A backup is gzipped JSON lines: this header, then `[table, row]` with parents before children, `["#sequence", …]`, `["#job",
 * …]`, and last `["#end", rows]`. A file without that last line is truncated and rejected.
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

export const SEQUENCE = "#sequence";
export const JOB = "#job";
export const END = "#end";

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
export const Row = z.record(z.string(), z.unknown());

/** Formats one line of the file. */
export function line(kind: string, value: unknown): string {
  return `${JSON.stringify([kind, value])}\n`;
}
