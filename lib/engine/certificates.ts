import type { CertificateFacts } from "@/lib/contract/checks/check";
import { isoSeconds, monotonicMs, now } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { recordEvent } from "@/lib/store/alerting/events";
import { noteCertificates, type SeenCertificate, takeDueNotices } from "@/lib/store/checks/certificates";
import { type Tx, tx } from "@/lib/store/core/tx";

const REMEMBERED_MAX = 50_000;
/** A certificate that is seen all the time is noted as seen this often. */
const NOTED_AGAIN_MS = 3600_000;
const CERTIFICATES_MAX = 100;

/** A monitor's certificates and when each was noted, monotonic. */
type Noted = Map<string, number>;

/** What is known to be stored: most results say nothing new and cost nothing. */
function remembered(): Map<number, Noted> {
  return once("engine.certificates", () => new Map<number, Noted>());
}

/**
 * Stores certificates that are new for their monitor and fires `discovered` for each, and `expiring` where its end is near already, in
 * ingest's transaction; of the others it notes from time to time that they are still shown.
 */
export async function discoverCertificates(trx: Tx, seen: readonly SeenCertificate[]): Promise<void> {
  const known = remembered();
  const sinceMs = monotonicMs() - NOTED_AGAIN_MS;
  const fresh = new Map<string, SeenCertificate>();
  for (const one of seen) {
    const noted = known.get(one.monitorId)?.get(one.facts.fingerprint_sha256);
    if (noted === undefined || noted < sinceMs)
      fresh.set(keyOf(one.monitorId, one.facts.fingerprint_sha256), one);
  }
  if (fresh.size === 0) return;
  const inserted = await noteCertificates(trx, [...fresh.values()]);
  const discovered = new Set(inserted.map((row) => keyOf(row.monitor_id, row.fingerprint_sha256)));
  for (const [key, { projectId, monitorId, facts }] of fresh) {
    if (discovered.has(key)) {
      // Whether an older one is shown beside the new one is seen at its next check.
      known.delete(monitorId);
      await recordEvent(trx, {
        projectId,
        key: "uptime.monitor_certificate.discovered",
        occurredAt: now(),
        monitorId,
        entities: { certificate: certificateEntity(facts) },
      });
    }
    // Only what was stored by an earlier, committed transaction is remembered.
    else remember(known, monitorId, facts.fingerprint_sha256);
  }
  if (inserted.length > 0)
    await announceDue(
      trx,
      now(),
      inserted.map(({ id }) => id),
    );
}

function keyOf(monitorId: number, fingerprint: string): string {
  return `${monitorId}:${fingerprint}`;
}

function remember(known: Map<number, Noted>, monitorId: number, fingerprint: string): void {
  if (known.size >= REMEMBERED_MAX) known.clear();
  const noted = known.get(monitorId) ?? new Map<string, number>();
  // A server that makes a certificate for each connection must not fill the memory.
  if (noted.size >= CERTIFICATES_MAX) noted.clear();
  known.set(monitorId, noted.set(fingerprint, monotonicMs()));
}

/**
 * Fires `expiring` for certificates in use, for each number of days that some rule asks for once to each destination. Where several have
 * come, after a standstill or with a certificate that was short from the start, one event tells all those rules; it says how many days
 * are left now. Returns for how many.
 */
export function announceExpiringCertificates(at: Date): Promise<number> {
  return tx((trx) => announceDue(trx, at, null));
}

async function announceDue(trx: Tx, at: Date, ids: readonly number[] | null): Promise<number> {
  const due = await takeDueNotices(trx, at, ids);
  for (const row of due) {
    await recordEvent(trx, {
      projectId: row.project_id,
      key: "uptime.monitor_certificate.expiring",
      occurredAt: at,
      monitorId: row.monitor_id,
      entities: {
        certificate: certificateEntity({
          ...row,
          not_before: isoSeconds(row.not_before),
          not_after: isoSeconds(row.not_after),
        }),
        due_days: row.days,
        due: row.due,
      },
    });
  }
  return due.length;
}

function certificateEntity(facts: CertificateFacts): Record<string, unknown> {
  return {
    serial_number: facts.serial_number,
    subject_common_name: facts.subject_common_name,
    subject_alternative_names: facts.subject_alternative_names,
    issuer_common_name: facts.issuer_common_name,
    issuer_organization: facts.issuer_organization,
    not_before: isoSeconds(new Date(facts.not_before)),
    not_after: isoSeconds(new Date(facts.not_after)),
  };
}
