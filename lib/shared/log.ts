import { monotonicMs } from "./clock";
import { MINUTE_MS } from "./durations";
import { env } from "./env";
import { once } from "./once";
import { namesSecret } from "./secret-names";

const levels = { debug: 10, info: 20, warn: 30, error: 40 } as const;
type Level = keyof typeof levels;
export type LogFields = Record<string, unknown>;

const MAX_TEXT_CHARS = 2000;

/** Caps long values and masks fields with secret names; JSON escaping prevents log injection. */
function safe(value: unknown, key = "", depth = 0): unknown {
  if (value !== null && value !== undefined && namesSecret(key)) return "[redacted]";
  if (typeof value === "string")
    return value.length > MAX_TEXT_CHARS ? `${value.slice(0, MAX_TEXT_CHARS)}…` : value;
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Error) return errorIn(value);
  if (value instanceof Date || value === null || typeof value !== "object") return value;
  if (depth > 4) return "[deep]";
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => safe(item, "", depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, safe(item, name, depth + 1)]));
}

/** Returns an error without its stack if it comes from the system, such as from a disk or a connection: its message says what failed. */
function errorIn(error: Error): LogFields {
  const { name, message, stack } = error;
  return "syscall" in error ? { name, message } : { name, message, stack };
}

function write(level: Level, message: string, fields: LogFields): void {
  if (levels[level] < levels[env().LOG_LEVEL]) return;
  const record = safe(fields) as LogFields;
  const line = process.stderr.isTTY
    ? `${level.toUpperCase().padEnd(5)} ${message} ${Object.keys(record).length ? JSON.stringify(record) : ""}`
    : JSON.stringify({ at: new Date().toISOString(), level, message, ...record });
  process.stderr.write(`${line}\n`);
}

/** Operator log: one JSON line per entry (human-readable on a terminal), with IDs in `fields`. */
export const log = {
  debug: (message: string, fields: LogFields = {}) => write("debug", message, fields),
  info: (message: string, fields: LogFields = {}) => write("info", message, fields),
  warn: (message: string, fields: LogFields = {}) => write("warn", message, fields),
  error: (message: string, fields: LogFields = {}) => write("error", message, fields),
};

/** Warns at most once a minute, of what fails with every batch as long as a database node is away. Says how many warnings it left out. */
export function warnRarely(message: string, fields: LogFields = {}): void {
  const known = once("log.rarely", () => new Map<string, { nextMs: number; leftOut: number }>());
  const last = known.get(message);
  if (last && monotonicMs() < last.nextMs) {
    last.leftOut += 1;
    return;
  }
  known.set(message, { nextMs: monotonicMs() + MINUTE_MS, leftOut: 0 });
  write("warn", message, last?.leftOut ? { ...fields, left_out: last.leftOut } : fields);
}
