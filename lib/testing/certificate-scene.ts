import { beforeEach } from "vitest";
import type { CertificateLink } from "@/lib/contract/checks/check";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { discoverCertificates } from "@/lib/engine/certificates";
import { createMonitor } from "@/lib/services/monitors/writes";
import { forget } from "@/lib/shared/once";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { useDatabase } from "./database";
import { MONITOR, type Scene } from "./scene";

/** A database in which no certificate is known yet and no rule asks for any. */
export function useCertificates(): void {
  useDatabase();
  beforeEach(async () => {
    forget("engine.certificates");
    await db().deleteFrom("alert_rules").execute();
  });
}

export const PAGE = { limit: 20, offset: 0 };
export const DAY_MS = 24 * 3600 * 1000;
export const NOT_AFTER = new Date("2027-03-01T12:00:00Z");
/** So many days before `NOT_AFTER`. */
export const beforeExpiry = (days: number) => new Date(NOT_AFTER.getTime() - days * DAY_MS);

/** What a check tells of a certificate. */
export function certificateFacts(fingerprint: string, notAfter = NOT_AFTER) {
  return {
    fingerprint_sha256: fingerprint,
    serial_number: "04:5C",
    subject_common_name: "example.com",
    subject_alternative_names: ["example.com", 'odd"name,{x}'],
    issuer_common_name: "R11",
    issuer_organization: null,
    not_before: "2026-12-01T12:00:00.000Z",
    not_after: notAfter.toISOString(),
  };
}

/** Two checks saw the certificate at once. */
export async function seeCertificate(
  scene: Scene,
  monitorId: number,
  fingerprint: string,
  region = "eu-deu-fra",
  chain?: CertificateLink[],
) {
  const one = {
    projectId: scene.projectId,
    monitorId,
    region,
    facts: { ...certificateFacts(fingerprint), chain },
  };
  await tx((trx) => discoverCertificates(trx, [one, one]));
}

/** A monitor with HTTPS. */
export const makeMonitor = (scene: Scene, change: object = {}) =>
  createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, ...change }));

/** The project's certificate events of one kind, in their order. */
export async function certificateEvents(scene: Scene, key: string) {
  return db()
    .selectFrom("events")
    .selectAll()
    .where("project_id", "=", scene.projectId)
    .where("key", "=", `uptime.monitor_certificate.${key}`)
    .orderBy("id")
    .execute();
}

/** When expiring certificates were told, and for which days. */
export async function expiringEvents(scene: Scene): Promise<[Date, unknown][]> {
  const found = await certificateEvents(scene, "expiring");
  return found.map(({ occurred_at, entities }) => [
    occurred_at,
    (entities as { due_days?: unknown }).due_days,
  ]);
}

/** The id of a new integration, to which rules may lead. */
export async function makeDestination(scene: Scene): Promise<number> {
  const { id } = await db()
    .insertInto("integrations")
    .values({ project_id: scene.projectId, app: "email", name: "Mail" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A rule of the organization that warns so many days before the end, a destination of its own unless one is named. */
export async function warnBefore(
  scene: Scene,
  days: number,
  { destination, ...limits }: { destination?: number; monitors?: number[]; tags?: string[] } = {},
): Promise<void> {
  await db()
    .insertInto("alert_rules")
    .values({
      organization_id: scene.organizationId,
      integration_id: destination ?? (await makeDestination(scene)),
      event: "uptime.monitor_certificate.expiring",
      event_settings: JSON.stringify({ days_before_expiry: days }),
      ...limits,
    })
    .execute();
}
