import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { CertificateLink } from "@/lib/contract/check";
import { CreateMonitor } from "@/lib/contract/monitor-input";
import { composeMessage } from "@/lib/notify/message/compose";
import { listCertificates } from "@/lib/services/certificates";
import { fanOutEvent } from "@/lib/services/fan-out";
import { createMonitor } from "@/lib/services/monitor-writes";
import { forget } from "@/lib/shared/once";
import { selectEventFacts } from "@/lib/store/event-facts";
import { db } from "@/lib/store/pool";
import { tx } from "@/lib/store/tx";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";
import { announceExpiringCertificates, discoverCertificates } from "./certificates";

useDatabase();
beforeEach(async () => {
  forget("engine.certificates");
  await db().deleteFrom("alert_rules").execute();
});

const PAGE = { limit: 20, offset: 0 };
const DAY_MS = 24 * 3600 * 1000;
const NOT_AFTER = new Date("2027-03-01T12:00:00Z");
const before = (days: number) => new Date(NOT_AFTER.getTime() - days * DAY_MS);

function facts(fingerprint: string, notAfter = NOT_AFTER) {
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

async function seen(
  scene: Scene,
  monitorId: number,
  fingerprint: string,
  region = "eu-deu-fra",
  chain?: CertificateLink[],
) {
  const one = { projectId: scene.projectId, monitorId, region, facts: { ...facts(fingerprint), chain } };
  await tx((trx) => discoverCertificates(trx, [one, one]));
}

const make = (scene: Scene, change: object = {}) =>
  createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, ...change }));

async function events(scene: Scene, key: string) {
  return db()
    .selectFrom("events")
    .selectAll()
    .where("project_id", "=", scene.projectId)
    .where("key", "=", `uptime.monitor_certificate.${key}`)
    .orderBy("id")
    .execute();
}

async function expiring(scene: Scene): Promise<[Date, unknown][]> {
  const found = await events(scene, "expiring");
  return found.map(({ occurred_at, entities }) => [
    occurred_at,
    (entities as { due_days?: unknown }).due_days,
  ]);
}

async function rule(scene: Scene, days: number, limits: object = {}): Promise<void> {
  const integration = await db()
    .insertInto("integrations")
    .values({ project_id: scene.projectId, app: "email", name: "Mail" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db()
    .insertInto("alert_rules")
    .values({
      organization_id: scene.organizationId,
      integration_id: integration.id,
      event: "uptime.monitor_certificate.expiring",
      event_settings: JSON.stringify({ days_before_expiry: days }),
      ...limits,
    })
    .execute();
}

test("a certificate is stored and discovered once, whatever the number of checks, regions and processes", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  await seen(scene, id, "AA");
  await seen(scene, id, "AA", "na-usa-iad");
  await seen(scene, id, "AA");
  forget("engine.certificates");
  await seen(scene, id, "AA");
  expect(await events(scene, "discovered")).toHaveLength(1);
  await seen(scene, id, "BB");
  const { items, total } = await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE);
  expect(total).toBe(2);
  expect(items.map((certificate) => certificate.fingerprint_sha256)).toEqual(["BB", "AA"]);
  expect(items[1]).toMatchObject({
    region: "eu-deu-fra",
    subject_alternative_names: ["example.com", 'odd"name,{x}'],
    not_after: "2027-03-01T12:00:00Z",
  });
  expect((await events(scene, "discovered"))[1]?.entities).toMatchObject({
    certificate: { serial_number: "04:5C", not_after: "2027-03-01T12:00:00Z" },
  });
});

test("what a server sends along is listed as it was sent last; a runner that says nothing of it takes nothing away", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  const link = (name: string): CertificateLink => ({
    subject_common_name: name,
    fingerprint_sha256: `FF:${name}`,
    not_before: "2025-01-01T00:00:00.000Z",
    not_after: "2035-01-01T00:00:00.000Z",
  });
  const listed = async () =>
    (await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE)).items[0]?.chain;
  await seen(scene, id, "AA", "eu-deu-fra", [link("R11")]);
  expect(await listed()).toEqual([
    { ...link("R11"), not_before: "2025-01-01T00:00:00Z", not_after: "2035-01-01T00:00:00Z" },
  ]);
  for (const chain of [undefined, [link("R12"), link("Root")], undefined]) {
    forget("engine.certificates");
    await seen(scene, id, "AA", "eu-deu-fra", chain);
  }
  expect((await listed())?.map((one) => one.subject_common_name)).toEqual(["R12", "Root"]);
});

const active = async (scene: Scene, id: number) =>
  (await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE)).items
    .filter((certificate) => certificate.active)
    .map((certificate) => certificate.fingerprint_sha256)
    .sort();
const unseenFor = (id: number, fingerprint: string, hours: number) =>
  sql`update monitor_certificates set last_seen_at = now() - make_interval(hours => ${hours}), created_at = created_at - interval '90 days'
    where monitor_id = ${id} and fingerprint_sha256 = ${fingerprint}`.execute(db());

test("a renewed certificate is in use alone; of several servers' each is; one that came back is again", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  await seen(scene, id, "A1");
  expect(await active(scene, id)).toEqual(["A1"]);
  await seen(scene, id, "B1");
  expect(await active(scene, id)).toEqual(["B1"]);
  await seen(scene, id, "A1", "na-usa-iad");
  expect(await active(scene, id)).toEqual(["A1", "B1"]);
  await unseenFor(id, "B1", 25);
  expect(await active(scene, id)).toEqual(["A1"]);
  expect(await events(scene, "discovered")).toHaveLength(2);
});

test("a server that went back to its older certificate is warned of its end, and so is each of several servers", async () => {
  const scene = await makeScene();
  const [back, two] = [await make(scene), await make(scene)];
  for (const fingerprint of ["A2", "B2", "A2"]) await seen(scene, back.id, fingerprint);
  await unseenFor(back.id, "B2", 30);
  for (const fingerprint of ["A3", "B3", "A3"]) await seen(scene, two.id, fingerprint);
  await rule(scene, 14);
  expect(await announceExpiringCertificates(before(10))).toBe(3);
});

test("a plain address that redirects to https is warned as well, while its checks see the certificate", async () => {
  const scene = await makeScene();
  const { id } = await make(scene, { request: { method: "GET", url: "http://a.example" } });
  await seen(scene, id, "P1");
  const checked = (hours: number) =>
    sql`update monitor_states set last_checked_at = now() + make_interval(hours => ${hours}) where monitor_id = ${id}`.execute(
      db(),
    );
  await rule(scene, 14);
  await checked(3);
  expect(await announceExpiringCertificates(before(10))).toBe(0);
  await checked(0);
  expect(await announceExpiringCertificates(before(10))).toBe(1);
});

test("a transaction that is rolled back leaves nothing remembered", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  const one = { projectId: scene.projectId, monitorId: id, region: "eu-deu-fra", facts: facts("CC") };
  await expect(
    tx(async (trx) => {
      await discoverCertificates(trx, [one]);
      throw new Error("lost");
    }),
  ).rejects.toThrow("lost");
  await seen(scene, id, "CC");
  expect(await events(scene, "discovered")).toHaveLength(1);
});

test("each number of days that a rule asks for fires once, at its moment", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  await seen(scene, id, "DD");
  await rule(scene, 30);
  await rule(scene, 7);
  expect(await announceExpiringCertificates(before(30.1))).toBe(0);
  expect(await announceExpiringCertificates(before(29.9))).toBe(1);
  expect(await announceExpiringCertificates(before(29))).toBe(0);
  expect(await announceExpiringCertificates(before(6.5))).toBe(1);
  expect(await expiring(scene)).toEqual([
    [before(29.9), [30]],
    [before(6.5), [7]],
  ]);
});

test("after a standstill one event tells all rules whose days have come; an expired certificate is silent", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  await seen(scene, id, "EE");
  await rule(scene, 30);
  await rule(scene, 14);
  expect(await announceExpiringCertificates(before(10))).toBe(1);
  expect(await announceExpiringCertificates(before(9))).toBe(0);
  await rule(scene, 1);
  expect(await announceExpiringCertificates(before(-1))).toBe(0);
  expect(await expiring(scene)).toEqual([[before(10), [14, 30]]]);
});

test("a certificate that was replaced, or whose monitor speaks plain http now, expires in silence", async () => {
  const scene = await makeScene();
  const [renewed, plain] = [
    await make(scene),
    await make(scene, { request: { method: "GET", url: "http://a.example" } }),
  ];
  await seen(scene, renewed.id, "FF");
  const later = { projectId: scene.projectId, monitorId: renewed.id, region: "eu-deu-fra" };
  await tx((trx) =>
    discoverCertificates(trx, [{ ...later, facts: facts("GG", new Date("2028-01-01T00:00:00Z")) }]),
  );
  await seen(scene, plain.id, "HH");
  await rule(scene, 14);
  expect(await announceExpiringCertificates(before(10))).toBe(0);
});

test("rules of another organization ask for nothing here", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const { id } = await make(scene);
  await seen(scene, id, "II");
  await rule(foreign, 14);
  expect(await announceExpiringCertificates(before(10))).toBe(0);
  expect((await listCertificates(foreign.caller(), { monitor_id: [id] }, PAGE)).total).toBe(0);
});

test("a certificate says when a rule that counts for its monitor warns first", async () => {
  const scene = await makeScene();
  const [one, other] = [await make(scene, { tags: ["shop"] }), await make(scene)];
  await seen(scene, one.id, "JJ");
  await seen(scene, other.id, "KK");
  const warned = async (id: number) =>
    (await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE)).items[0]?.warned_days;
  expect(await warned(one.id)).toBeNull();
  await rule(scene, 7);
  await rule(scene, 14, { tags: ["shop"] });
  await rule(scene, 30, { monitors: [other.id], tags: ["shop"] });
  expect([await warned(one.id), await warned(other.id)]).toEqual([14, 7]);
  await rule(scene, 21, { monitors: [other.id] });
  expect([await warned(one.id), await warned(other.id)]).toEqual([14, 21]);
});

test("a certificate that was short from the start: each rule's integration is told once, of the days that are really left", async () => {
  const scene = await makeScene();
  const { id } = await make(scene);
  await seen(scene, id, "LL");
  for (const days of [3, 14, 30]) await rule(scene, days);
  expect(await announceExpiringCertificates(before(5))).toBe(1);
  const [event] = await events(scene, "expiring");
  const facts = await selectEventFacts(Number(event?.id));
  expect(facts && composeMessage(facts)?.title).toMatch(/^Certificate expires in 5 days: /);
  await fanOutEvent(Number(event?.id));
  const told = await db()
    .selectFrom("deliveries as d")
    .innerJoin("alert_rules as r", "r.id", "d.alert_rule_id")
    .select("r.event_settings")
    .where("d.event_id", "=", Number(event?.id))
    .execute();
  expect(told.map(({ event_settings }) => event_settings)).toEqual([
    { days_before_expiry: 14 },
    { days_before_expiry: 30 },
  ]);
});

test("those in use that expire within so many days are listed, the expired among them", async () => {
  const scene = await makeScene();
  const [one, other] = [await make(scene), await make(scene)];
  const see = (monitorId: number, fingerprint: string, days: number) =>
    tx((trx) => {
      const notAfter = new Date(Date.now() + days * DAY_MS);
      const seenFacts = facts(fingerprint, notAfter);
      return discoverCertificates(trx, [
        { projectId: scene.projectId, monitorId, region: "eu-deu-fra", facts: seenFacts },
      ]);
    });
  await see(one.id, "M1", 2);
  await see(one.id, "M2", 9);
  await see(other.id, "M3", -3);
  const within = async (days: number) => {
    const { items, total } = await listCertificates(scene.caller(), { expires_within: days }, PAGE);
    expect(total).toBe(items.length);
    return items.map(({ fingerprint_sha256 }) => fingerprint_sha256).sort();
  };
  // M2 took the place of M1, which expires in silence.
  expect([await within(0), await within(8), await within(10)]).toEqual([["M3"], ["M3"], ["M2", "M3"]]);
});
