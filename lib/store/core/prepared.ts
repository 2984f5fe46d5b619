import { createHash } from "node:crypto";
import pg from "pg";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";

/** With more rows than this the planner has to know how many, and what it takes for that is a small part of the work. */
const ROWS_MAX = 64;
/** The statement is not there, or another one of that name is: a pooler changes the connection under us. */
const POOLED = new Set(["26000", "42P05"]);
const NOT_SUPPORTED = "0A000";
const STALE = /cached plan must not change result type/;

interface Preparing {
  isOn: boolean;
  /** Part of every name; a new one makes every connection prepare anew. */
  generation: number;
}

/** Texts that are prepared, with what tells their names apart. */
const hashes = new Map<string, string>();

function preparing(): Preparing {
  return once("store.prepared", () => ({ isOn: true, generation: 1 }));
}

/**
 * Marks a statement that each connection parses and plans once, for the few that run with every batch of results. Run it only within
 * `tx()`, or by `readPrepared`: both repeat what `isPreparationLost` explains. Returns the text.
 */
export function prepared(text: string): string {
  // The name holds the text's hash: behind a pooler another version of the program may have left its own statements.
  if (!hashes.has(text)) hashes.set(text, createHash("sha256").update(text).digest("hex").slice(0, 16));
  return text;
}

/** The name under which a connection has a statement; undefined: it is planned for this one time. */
function nameOf(text: string, values: unknown): string | undefined {
  const hash = hashes.get(text);
  if (hash === undefined || !preparing().isOn) return undefined;
  const isMany =
    Array.isArray(values) && values.some((value) => Array.isArray(value) && value.length > ROWS_MAX);
  return isMany ? undefined : `vedette_${hash}_${preparing().generation}`;
}

/** A connection that knows which statements are prepared. */
export class PreparingClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    const [text, values] = args;
    const name = typeof text === "string" ? nameOf(text, values) : undefined;
    if (name !== undefined) args[0] = { name, text };
    return (super.query as (...args: unknown[]) => unknown)(...args);
  }) as pg.Client["query"];
}

/**
 * Whether an error says that a prepared statement is no longer what we think, so that the transaction is to be repeated. Behind a pooler
 * that lends each transaction another connection nothing is prepared from then on; after a migration that changed a type, anew.
 */
export function isPreparationLost(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const state = preparing();
  if (POOLED.has(code)) {
    if (state.isOn)
      log.info("a pooler stands before the database: statements are not prepared", { code, error: message });
    state.isOn = false;
    return true;
  }
  if (code !== NOT_SUPPORTED || !STALE.test(message)) return false;
  state.generation += 1;
  return true;
}
