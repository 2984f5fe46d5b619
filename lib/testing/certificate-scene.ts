import { beforeEach } from "vitest";
import type { CertificateLink } from "@/lib/contract/checks/check";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { discoverCertificates } from "@/lib/engine/certificates/certificates";
import { createMonitor } from "@/lib/services/monitors/writes";
import { DAY_MS } from "@/lib/shared/durations";
import { forget } from "@/lib/shared/once";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { useDatabase } from "./database";
import { MONITOR, type Scene } from "./scene";
import { run } from "./sql";

/** Sets up a database without certificates and without alert rules for them. */
export function useCertificates(): void {
  useDatabase();
  beforeEach(async () => {
    forget("engine.certificates");
    await db().deleteFrom("alert_rules").execute();
  });
}

export const PAGE = { limit: 20, offset: 0 };
export const NOT_AFTER = new Date("2027-03-01T12:00:00Z");
/** Returns the time that many days before `NOT_AFTER`. */
export const beforeExpiry = (days: number) => new Date(NOT_AFTER.getTime() - days * DAY_MS);

/** Returns what a check reports about a certificate. */
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

/** Ingests two concurrent checks that found the certificate. */
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
  await tx((trx) => discoverCertificates(trx, [one.projectId], [one, one]));
}

/** Creates an HTTPS monitor. */
export const makeMonitor = (scene: Scene, change: object = {}) =>
  createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, ...change }));

/** Returns the project's certificate events of one kind, in order. */
export async function certificateEvents(scene: Scene, key: string) {
  return db()
    .selectFrom("events")
    .selectAll()
    .where("project_id", "=", scene.projectId)
    .where("key", "=", `uptime.monitor_certificate.${key}`)
    .orderBy("id")
    .execute();
}

/** Returns when expiry was announced, and for which days. */
export async function expiringEvents(scene: Scene): Promise<[Date, unknown][]> {
  const found = await certificateEvents(scene, "expiring");
  return found.map(({ occurred_at, entities }) => [
    occurred_at,
    (entities as { due_days?: unknown }).due_days,
  ]);
}

/** Creates an integration for alert rules and returns its ID. */
export async function makeIntegration(scene: Scene): Promise<number> {
  const [{ id }] = await run`insert into integrations (project_id, app, name)
    values (${scene.projectId}, 'email', 'Mail') returning id`;
  return id;
}

/** Creates an organization-wide alert rule that warns that many days before expiry, with its own integration unless one is given. */
export async function warnBefore(
  scene: Scene,
  days: number,
  { destination, ...limits }: { destination?: number; monitors?: number[]; tags?: string[] } = {},
): Promise<void> {
  await db()
    .insertInto("alert_rules")
    .values({
      organization_id: scene.organizationId,
      integration_id: destination ?? (await makeIntegration(scene)),
      event: "uptime.monitor_certificate.expiring",
      event_settings: JSON.stringify({ days_before_expiry: days }),
      ...limits,
    })
    .execute();
}
