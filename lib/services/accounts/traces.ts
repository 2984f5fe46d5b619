import type { Caller } from "@/lib/services/core/caller";
import { clientBucket } from "@/lib/shared/address-ranges";
import { log } from "@/lib/shared/log";
import { forget, once } from "@/lib/shared/once";
import { WindowCounter } from "@/lib/shared/window-counter";
import { type AuditEntry, recordAudit } from "@/lib/store/accounts/audit";
import { tx } from "@/lib/store/core/tx";

const HOUR_MS = 3_600_000;
const KEYS_MAX = 20_000;
/** Entries of one organization within an hour, so that an attack from many addresses doesn't fill its audit log. */
const ENTRIES_MAX = 200;
const PENDING_MAX = 1000;
/** Later than the response, whose time must not depend on whether an account exists. */
const FLUSH_MS = 1000;

/** Something that an attack causes many times. Repetitions of the same action, source, and address are counted. */
interface Trace {
  readonly action: string;
  /** Account or address that is attacked or attacks. Null if the server doesn't know anyone by that name. */
  readonly entry: Pick<AuditEntry, "organizationId" | "actor" | "subject"> | null;
  readonly address: string;
  readonly detail?: Readonly<Record<string, string>>;
}

interface Traces {
  readonly counts: WindowCounter;
  readonly entries: WindowCounter;
  readonly pending: AuditEntry[];
  timer: NodeJS.Timeout | null;
  writing: Promise<void>;
}

function traces(): Traces {
  return once("accounts.traces", () => ({
    counts: new WindowCounter(HOUR_MS, KEYS_MAX),
    entries: new WindowCounter(HOUR_MS, KEYS_MAX),
    pending: [],
    timer: null,
    writing: Promise.resolve(),
  }));
}

/**
 * Records an attempt in the operator's log, and in the audit log of the organization that it concerns: the first within an hour, then the
 * 10th, the 100th, and so on, with the number.
 */
export function trace({ action, entry, address, detail }: Trace): void {
  const { counts, entries, pending } = traces();
  const bucket = clientBucket(address);
  const key = `${action} ${entry?.subject?.type} ${entry?.subject?.id} ${bucket}`;
  counts.count(key);
  const { used } = counts.read(key);
  if (!/^10*$/.test(String(used))) return;
  const { organizationId, subject } = entry ?? {};
  log.warn("an attempt was refused or is unusual", {
    action,
    address,
    attempts: used,
    organization: organizationId,
    subject: subject && `${subject.type} ${subject.id}`,
    ...detail,
  });
  if (!entry || pending.length >= PENDING_MAX) return;
  const own = `organization ${entry.organizationId}`;
  if (entries.read(own).used >= ENTRIES_MAX) return;
  entries.count(own);
  pending.push({ ...entry, action, detail: { ...detail, address, attempts: used } });
  flushLater();
}

/** Records that a caller was refused something. */
export function traceCaller(
  action: string,
  caller: Caller,
  address: string,
  detail: Readonly<Record<string, string>>,
): void {
  if (caller.kind === "system") return;
  const isKey = caller.kind === "api_key";
  const id = isKey ? caller.id : caller.userId;
  const type = isKey ? "api_key" : "user";
  const entry = {
    organizationId: caller.organizationId,
    actor: { type, id, label: caller.label } as const,
    subject: id === null ? null : { type, id },
  };
  trace({ action, entry, address, detail });
}

function flushLater(): void {
  const own = traces();
  own.timer ??= setTimeout(() => void flushTraces(), FLUSH_MS).unref();
}

/** Writes the entries that wait, after those that are being written. */
export function flushTraces(): Promise<void> {
  const own = traces();
  if (own.timer) clearTimeout(own.timer);
  own.timer = null;
  own.writing = own.writing.then(() => write(own.pending.splice(0)));
  return own.writing;
}

async function write(batch: readonly AuditEntry[]): Promise<void> {
  if (batch.length === 0) return;
  await tx((trx) => recordAudit(trx, ...batch)).catch((error: unknown) =>
    log.error("could not record attempts in the audit log", { error, attempts: batch.length }),
  );
}

/** Resets the counts, for tests. */
export function forgetTraces(): void {
  forget("accounts.traces");
}
