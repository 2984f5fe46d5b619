export type App = "outgoing_webhook" | "ntfy" | "email";

/**
 * The fate of the statement that hung when its worker died: rolled back with the connection, or completed with no one
 * to receive the result.
 */
export type Fate = "undone" | "done";

/** One moment between an event and the mark on its delivery. */
export interface Point {
  readonly name: string;
  readonly app: App;
  /** The integration has sent enough in the last minute, so this event goes into a digest. */
  readonly inStorm?: boolean;
  /** The rule's integration (a webhook) is rate-limited for an hour, so this event fails over to the owners' email. */
  readonly isRateLimited?: boolean;
  /** Where it hangs: at a database statement (with its fate), or at a stage of the receiver. */
  readonly at: { readonly trap: string; readonly fate: Fate } | { readonly stage: string };
}

/** Statements in the order in which the delivery runs them. Commits and autocommitted statements have two fates. */
const STATEMENTS: readonly (readonly [string, readonly Fate[]])[] = [
  ["event before reservation", ["undone"]],
  ["event reserved", ["undone"]],
  ["reservation commit", ["undone", "done"]],
  ["event marked", ["undone"]],
  ["delivery before insert", ["undone"]],
  ["delivery inserted", ["undone"]],
  ["fan-out commit", ["undone", "done"]],
  ["lease before update", ["undone"]],
  ["lease updated", ["undone"]],
  ["lease commit", ["undone", "done"]],
  ["attempt before insert", ["undone"]],
  ["attempt inserted", ["undone"]],
  ["delivered before update", ["undone"]],
  ["delivered updated", ["undone"]],
  ["delivered commit", ["undone", "done"]],
];

const HTTP_STAGES = ["connection", "headers", "body", "half an answer", "answered"];
const MAIL_STAGES = ["connection", "sender", "recipient", "mail begins", "mail read", "taken"];
const APPS: readonly App[] = ["outgoing_webhook", "ntfy", "email"];

function statementPoints(): Point[] {
  const traps = STATEMENTS.flatMap(([trap, fates]) => fates.map((fate) => ({ trap, fate })));
  return traps.map((at, index) => ({
    name: `${at.trap} (${at.fate})`,
    app: APPS[index % APPS.length] ?? "email",
    at,
  }));
}

function stagePoints(app: App, stages: readonly string[]): Point[] {
  return stages.map((stage) => ({ name: `receiver: ${stage}`, app, at: { stage } }));
}

/** The delivery that leads a digest is marked and sent a minute later. */
const DIGEST_POINTS: readonly Point[] = (
  [
    ["digest led", "undone"],
    ["digest commit", "undone"],
    ["digest commit", "done"],
  ] as const
).map(([trap, fate]) => ({ name: `${trap} (${fate})`, app: "email", inStorm: true, at: { trap, fate } }));

/** The mark and the delivery to the owners are one transaction. */
const FAILOVER_POINTS: readonly Point[] = (
  [
    ["failover marked", "undone"],
    ["failover inserted", "undone"],
    ["failover commit", "undone"],
    ["failover commit", "done"],
  ] as const
).map(([trap, fate]) => ({
  name: `${trap} (${fate})`,
  app: "email",
  isRateLimited: true,
  at: { trap, fate },
}));

export const POINTS: readonly Point[] = [
  ...statementPoints(),
  ...DIGEST_POINTS,
  ...FAILOVER_POINTS,
  ...stagePoints("outgoing_webhook", HTTP_STAGES),
  ...stagePoints("ntfy", HTTP_STAGES),
  ...stagePoints("email", MAIL_STAGES),
];

const QUICK = new Set([
  "fan-out commit (undone)",
  "lease commit (done)",
  "attempt before insert (undone)",
  "digest led (undone)",
  "digest commit (done)",
  "failover commit (done)",
  "delivered commit (undone)",
  "receiver: half an answer",
  "receiver: mail read",
]);

/** A representative selection: before, during, and after sending, by each app. */
export const QUICK_POINTS = POINTS.filter((point) => QUICK.has(point.name));
