import type { CertificateFacts, CertificateLink } from "@/lib/contract/checks/check";
import { isoSeconds, monotonicMs, now } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { recordEvent } from "@/lib/store/alerting/events";
import {
  type DueNotice,
  noteCertificates,
  recentlyNoted,
  type SeenCertificate,
  takeDueNotices,
} from "@/lib/store/checks/certificates";
import { eachPart, type Projects } from "@/lib/store/core/sharding/projects";
import { type Tx, tx } from "@/lib/store/core/tx";

const REMEMBERED_MAX = 50_000;
/** How often to record that a certificate is still in use. */
const NOTED_AGAIN_MS = 3600_000;
const CERTIFICATES_MAX = 100;

/** A monitor's certificates and when each was last recorded, in monotonic time. */
type Noted = Map<string, number>;

/** Caches stored certificates, because most results contain nothing new. */
function remembered(): Map<number, Noted> {
  return once("engine.certificates", () => new Map<number, Noted>());
}

/**
 * Stores new certificates and records `discovered` for each, plus `expiring` if one is close to expiry, in ingest's
 * transaction. For known certificates, periodically records that they are still in use.
 */
export async function discoverCertificates(
  trx: Tx,
  projects: Projects,
  seen: readonly SeenCertificate[],
): Promise<void> {
  const known = remembered();
  const sinceMs = monotonicMs() - NOTED_AGAIN_MS;
  const fresh = new Map<string, SeenCertificate>();
  for (const one of seen) {
    const noted = known.get(one.monitorId)?.get(one.facts.fingerprint_sha256);
    if (noted === undefined || noted < sinceMs)
      fresh.set(keyOf(one.monitorId, one.facts.fingerprint_sha256), one);
  }
  if (fresh.size === 0) return;
  for (const { monitor_id, fingerprint_sha256 } of await recentlyNoted(
    trx,
    projects,
    [...fresh.values()],
    NOTED_AGAIN_MS,
  )) {
    fresh.delete(keyOf(monitor_id, fingerprint_sha256));
    remember(known, monitor_id, fingerprint_sha256);
  }
  if (fresh.size === 0) return;
  const inserted = await noteCertificates(trx, [...fresh.values()]);
  const discovered = new Set(inserted.map((row) => keyOf(row.monitor_id, row.fingerprint_sha256)));
  for (const [key, { projectId, monitorId, facts }] of fresh) {
    if (discovered.has(key)) {
      // The next check shows whether an older certificate is still in use.
      known.delete(monitorId);
      await recordEvent(trx, {
        projectId,
        key: "uptime.monitor_certificate.discovered",
        occurredAt: now(),
        monitorId,
        entities: { certificate: certificateEntity(facts) },
      });
    }
    // Cache only certificates from an earlier, committed transaction.
    else remember(known, monitorId, facts.fingerprint_sha256);
  }
  if (inserted.length > 0)
    await announceDue(
      trx,
      projects,
      now(),
      inserted.map(({ id }) => id),
    );
}

function keyOf(monitorId: number, fingerprint: string): string {
  return `${monitorId}:${fingerprint}`;
}

function remember(known: Map<number, Noted>, monitorId: number, fingerprint: string): void {
  const noted = known.get(monitorId) ?? new Map<string, number>();
  known.delete(monitorId);
  if (known.size >= REMEMBERED_MAX && !dropOutdated(known)) return;
  // A server that creates a certificate for each connection must not fill the memory.
  if (noted.size >= CERTIFICATES_MAX) noted.clear();
  known.set(monitorId, noted.set(fingerprint, monotonicMs()));
}

/**
 * Drops the monitor whose certificates were recorded longest ago if it would be recorded again anyway. Replacing others instead would
 * help none: monitors are checked in turn, so each would be dropped before its next check. The database knows the rest.
 */
function dropOutdated(known: Map<number, Noted>): boolean {
  const [oldest] = known;
  if (!oldest) return true;
  const [monitorId, noted] = oldest;
  if (Math.max(...noted.values()) > monotonicMs() - NOTED_AGAIN_MS) return false;
  return known.delete(monitorId);
}

/**
 * Records `expiring` for certificates in use, once per integration for each number of days that an alert rule specifies. If
 * several are due at once, after downtime or for a short-lived certificate, one event covers them all and states the days
 * actually left. Returns the number of certificates.
 */
export async function announceExpiringCertificates(at: Date): Promise<number> {
  let announced = 0;
  await eachPart("certificate notices", async (projects) => {
    announced += await tx((trx) => announceDue(trx, projects, at, null));
  });
  return announced;
}

async function announceDue(
  trx: Tx,
  projects: Projects,
  at: Date,
  ids: readonly number[] | null,
): Promise<number> {
  const due = await takeDueNotices(trx, projects, at, ids);
  for (const row of due) {
    await recordEvent(trx, {
      projectId: row.project_id,
      key: "uptime.monitor_certificate.expiring",
      occurredAt: at,
      monitorId: row.monitor_id,
      entities: {
        certificate: certificateEntity(factsOf(row)),
        due_days: row.days,
        due: row.due,
      },
    });
  }
  return due.length;
}

function factsOf({ expires_first, ...row }: DueNotice): EntityFacts {
  return {
    ...row,
    not_before: isoSeconds(row.not_before),
    not_after: isoSeconds(row.not_after),
    ...(expires_first !== null && {
      expires_first: { subject_common_name: expires_first, not_after: isoSeconds(row.expires_at) },
    }),
  };
}

type EntityFacts = Omit<CertificateFacts, "expires_first" | "chain"> & {
  readonly expires_first?: Pick<CertificateLink, "subject_common_name" | "not_after">;
};

function certificateEntity(facts: EntityFacts): Record<string, unknown> {
  const { expires_first: first } = facts;
  return {
    serial_number: facts.serial_number,
    subject_common_name: facts.subject_common_name,
    subject_alternative_names: facts.subject_alternative_names,
    issuer_common_name: facts.issuer_common_name,
    issuer_organization: facts.issuer_organization,
    not_before: isoSeconds(new Date(facts.not_before)),
    not_after: isoSeconds(new Date(facts.not_after)),
    expires_at: isoSeconds(new Date((first ?? facts).not_after)),
    expires_first: first ? (first.subject_common_name ?? "unnamed") : null,
  };
}
