import { createHash } from "node:crypto";
import pg from "pg";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { BinaryArray } from "@/lib/store/core/binary-array";
import { awaitAnswer } from "./attentive-client";

/** With more rows, the planner needs their number, and planning is a small part of the work. */
const ROWS_MAX = 64;
/** The statement is missing, or another has its name, because a pooler switched the connection. */
const POOLED = new Set(["26000", "42P05"]);
const NOT_SUPPORTED = "0A000";
const STALE = /cached plan must not change result type/;

interface Preparing {
  isOn: boolean;
  /** Whether statements with any number of rows are prepared. */
  takesAnySize: boolean;
  /** Part of every name; a new one makes every connection prepare again. */
  generation: number;
}

/**
 * Prepared statements with the hashes that make their names unique, and the maximum number of rows they are prepared
 * for.
 */
const known = new Map<string, { readonly hash: string; readonly rowsMax: number }>();

function preparing(): Preparing {
  return once("store.prepared", () => ({ isOn: true, takesAnySize: false, generation: 1 }));
}

/**
 * Marks a statement that each connection parses and plans once, for the few that run with every batch of results. Run it only
 * in `tx()` or `readPrepared`, which repeat it after an `isPreparationLost` error. Returns the text.
 */
export function prepared(text: string, rowsMax = ROWS_MAX): string {
  // The name contains the text's hash, because other versions of the program may have left their statements behind a pooler.
  if (!known.has(text)) {
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
    known.set(text, { hash, rowsMax });
  }
  return text;
}

/** Prepares statements with any number of rows from now on, for a coordinator of Citus: its workers plan them by that number anyway. */
export function prepareAnySize(): void {
  preparing().takesAnySize = true;
}

/** Returns the name of the prepared statement; undefined plans it for this call only. */
function nameOf(text: string, values: unknown): string | undefined {
  const found = known.get(text);
  const { isOn, takesAnySize, generation } = preparing();
  if (found === undefined || !isOn) return undefined;
  const { hash, rowsMax } = found;
  const isMany =
    !takesAnySize && Array.isArray(values) && values.some((value) => isList(value) && value.length > rowsMax);
  return isMany ? undefined : `vedette_${hash}_${generation}`;
}

function isList(value: unknown): value is { length: number } {
  return Array.isArray(value) || value instanceof BinaryArray;
}

/** A connection that prepares marked statements. */
export class PreparingClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    const [text, values] = args;
    const name = typeof text === "string" ? nameOf(text, values) : undefined;
    if (name !== undefined) args[0] = { name, text };
    awaitAnswer(this);
    return (super.query as (...args: unknown[]) => unknown)(...args);
  }) as pg.Client["query"];
}

/**
 * Returns whether an error says that a prepared statement is lost, so that the transaction must be repeated. Behind a pooler in
 * transaction mode, nothing is prepared from then on; after a migration that changed a type, statements are prepared again.
 */
export function isPreparationLost(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const state = preparing();
  if (POOLED.has(code)) {
    if (state.isOn)
      log.info("database uses a connection pooler; turned off prepared statements", { code, error: message });
    state.isOn = false;
    return true;
  }
  if (code !== NOT_SUPPORTED || !STALE.test(message)) return false;
  state.generation += 1;
  return true;
}
