/** Time limit of a statement, milliseconds. */
export const STATEMENT_TIMEOUT_MS = 15_000;

type Scope = "session" | "local";

/** Settings with which every server writes and reads the same text for a value. The driver reads dates of this style only. */
const SAME_TEXT = [
  "timezone = 'UTC'",
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  "extra_float_digits = 1",
  "standard_conforming_strings = on",
];

/**
 * Settings that every statement of the product needs, whatever the server, the database, or the role sets: no machine code, because compiling
 * the search for due notifications takes longer than its time limit; and in Citus one connection per node, because it refuses some
 * changes after parallel reads. PostgreSQL ignores that.
 */
const OWN = [
  ...SAME_TEXT,
  `statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  "lock_timeout = 0",
  "jit = off",
  "citus.multi_shard_modify_mode = 'sequential'",
];

const setAll = (settings: readonly string[], scope: Scope) =>
  settings.map((setting) => `set ${scope} ${setting}`).join("; ");

/** For the current transaction of a backup or move: the same text of values, and no time limit. */
export const FOR_COPIES = `${setAll(SAME_TEXT, "local")}; set local statement_timeout = 0; set local lock_timeout = 0`;

/** Begins a session, which stays open while it's idle. */
export const FOR_SESSION = setAll(
  [...OWN, "default_transaction_isolation = 'read committed'", "idle_session_timeout = 0"],
  "session",
);

/** The same without a time limit, for the job queue and for long commands. */
export const FOR_LONG_SESSION = `${FOR_SESSION}; set session statement_timeout = 0`;

/** Begins a transaction that has no session of its own. */
export const FOR_TRANSACTION = `set transaction isolation level read committed; ${setAll(OWN, "local")}`;
