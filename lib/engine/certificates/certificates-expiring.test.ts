import { expect, test } from "vitest";
import { fanOut } from "@/lib/alerting/fan-out";
import { composeMessage } from "@/lib/notify/message/compose";
import { listCertificates } from "@/lib/services/checks/certificates";
import { DAY_MS } from "@/lib/shared/durations";
import { forget } from "@/lib/shared/once";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import {
  beforeExpiry,
  certificateEvents,
  certificateFacts,
  expiringEvents,
  makeMonitor,
  PAGE,
  seeCertificate,
  useCertificates,
  warnBefore,
} from "@/lib/testing/certificate-scene";
import { makeScene } from "@/lib/testing/scene";
import { announceExpiringCertificates, discoverCertificates } from "./certificates";

useCertificates();

test("alerts once for each number of days in a rule, at the right time", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  await seeCertificate(scene, id, "DD");
  await warnBefore(scene, 30);
  await warnBefore(scene, 7);
  expect(await announceExpiringCertificates(beforeExpiry(30.1))).toBe(0);
  expect(await announceExpiringCertificates(beforeExpiry(29.9))).toBe(1);
  expect(await announceExpiringCertificates(beforeExpiry(29))).toBe(0);
  expect(await announceExpiringCertificates(beforeExpiry(6.5))).toBe(1);
  expect(await expiringEvents(scene)).toEqual([
    [beforeExpiry(29.9), [30]],
    [beforeExpiry(6.5), [7]],
  ]);
});

test("after downtime, one event covers all due rules, and an expired certificate is silent", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  await seeCertificate(scene, id, "EE");
  await warnBefore(scene, 30);
  await warnBefore(scene, 14);
  expect(await announceExpiringCertificates(beforeExpiry(10))).toBe(1);
  expect(await announceExpiringCertificates(beforeExpiry(9))).toBe(0);
  await warnBefore(scene, 1);
  expect(await announceExpiringCertificates(beforeExpiry(-1))).toBe(0);
  expect(await expiringEvents(scene)).toEqual([[beforeExpiry(10), [14, 30]]]);
});

test("a replaced certificate, or one of a monitor without TLS, expires silently", async () => {
  const scene = await makeScene();
  const [renewed, plain] = [
    await makeMonitor(scene),
    await makeMonitor(scene, { request: { method: "GET", url: "http://a.example" } }),
  ];
  await seeCertificate(scene, renewed.id, "FF");
  const later = { projectId: scene.projectId, monitorId: renewed.id, region: "eu-deu-fra" };
  await tx((trx) =>
    discoverCertificates(
      trx,
      [scene.projectId],
      [{ ...later, facts: certificateFacts("GG", new Date("2028-01-01T00:00:00Z")) }],
    ),
  );
  await seeCertificate(scene, plain.id, "HH");
  await warnBefore(scene, 14);
  expect(await announceExpiringCertificates(beforeExpiry(10))).toBe(0);
});

test("warns before the first expiry on the path, names that certificate, and warns again before the server's own", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  const link = {
    subject_common_name: "R11",
    fingerprint_sha256: "LINK",
    not_before: "2026-01-01T00:00:00.000Z",
    not_after: beforeExpiry(60).toISOString(),
  };
  const one = { projectId: scene.projectId, monitorId: id, region: "eu-deu-fra" };
  const renewed = { ...link, fingerprint_sha256: "RENEWED", not_after: "2028-01-01T00:00:00.000Z" };
  const see = (above: typeof link) => {
    const facts = {
      ...certificateFacts("PATH"),
      chain: [above],
      ...(above === link && { expires_first: link }),
    };
    forget("engine.certificates");
    return tx((trx) => discoverCertificates(trx, [scene.projectId], [{ ...one, facts }]));
  };
  await see(link);
  await warnBefore(scene, 7);
  expect(await announceExpiringCertificates(beforeExpiry(63))).toBe(1);
  expect(await announceExpiringCertificates(beforeExpiry(62))).toBe(0);
  const [{ items }] = [await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE)];
  expect(items[0]).toMatchObject({ expires_first: "R11", expires_at: "2026-12-31T12:00:00Z" });
  const [event] = await certificateEvents(scene, "expiring");
  const facts = await selectEventFacts(scene.projectId, Number(event?.id));
  const message = facts && composeMessage(facts);
  expect(message?.title).toMatch(/^Intermediate certificate expires in 3 days: /);
  expect(JSON.stringify(message?.facts)).toContain("Intermediate certificate R11");
  await see(renewed);
  expect(await announceExpiringCertificates(beforeExpiry(50))).toBe(0);
  expect(await announceExpiringCertificates(beforeExpiry(6))).toBe(1);
});

test("ignores rules of another organization", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const { id } = await makeMonitor(scene);
  await seeCertificate(scene, id, "II");
  await warnBefore(foreign, 14);
  expect(await announceExpiringCertificates(beforeExpiry(10))).toBe(0);
  expect((await listCertificates(foreign.caller(), { monitor_id: [id] }, PAGE)).total).toBe(0);
});

test("a certificate shows when the first matching rule warns", async () => {
  const scene = await makeScene();
  const [one, other] = [await makeMonitor(scene, { tags: ["shop"] }), await makeMonitor(scene)];
  await seeCertificate(scene, one.id, "JJ");
  await seeCertificate(scene, other.id, "KK");
  const warned = async (id: number) =>
    (await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE)).items[0]?.warned_days;
  expect(await warned(one.id)).toBeNull();
  await warnBefore(scene, 7);
  await warnBefore(scene, 14, { tags: ["shop"] });
  await warnBefore(scene, 30, { monitors: [other.id], tags: ["shop"] });
  expect([await warned(one.id), await warned(other.id)]).toEqual([14, 7]);
  await warnBefore(scene, 21, { monitors: [other.id] });
  expect([await warned(one.id), await warned(other.id)]).toEqual([14, 21]);
});

test("notifies each rule's integration once about a short-lived certificate, with the days actually left", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  await seeCertificate(scene, id, "LL");
  for (const days of [3, 14, 30]) await warnBefore(scene, days);
  expect(await announceExpiringCertificates(beforeExpiry(5))).toBe(1);
  const [event] = await certificateEvents(scene, "expiring");
  const facts = await selectEventFacts(scene.projectId, Number(event?.id));
  expect(facts && composeMessage(facts)?.title).toMatch(/^Certificate expires in 5 days: /);
  await fanOut(Number(event?.id));
  const deliveries = await db()
    .selectFrom("deliveries as d")
    .innerJoin("alert_rules as r", "r.id", "d.alert_rule_id")
    .select("r.event_settings")
    .where("d.event_id", "=", Number(event?.id))
    .execute();
  expect(deliveries.map(({ event_settings }) => event_settings)).toEqual([
    { days_before_expiry: 14 },
    { days_before_expiry: 30 },
  ]);
});

test("lists certificates in use that expire soon, including expired ones", async () => {
  const scene = await makeScene();
  const [one, other] = [await makeMonitor(scene), await makeMonitor(scene)];
  const see = (monitorId: number, fingerprint: string, days: number) =>
    tx((trx) => {
      const notAfter = new Date(Date.now() + days * DAY_MS);
      const seenFacts = certificateFacts(fingerprint, notAfter);
      return discoverCertificates(
        trx,
        [scene.projectId],
        [{ projectId: scene.projectId, monitorId, region: "eu-deu-fra", facts: seenFacts }],
      );
    });
  await see(one.id, "M1", 2);
  await see(one.id, "M2", 9);
  await see(other.id, "M3", -3);
  const within = async (days: number) => {
    const { items, total } = await listCertificates(scene.caller(), { expires_within: days }, PAGE);
    expect(total).toBe(items.length);
    return items.map(({ fingerprint_sha256 }) => fingerprint_sha256).sort();
  };
  // M2 replaced M1, which expires silently.
  expect([await within(0), await within(8), await within(10)]).toEqual([["M3"], ["M3"], ["M2", "M3"]]);
  const listed = async (active: "true" | "false") => {
    const { items } = await listCertificates(scene.caller(), { active, sort: "expires_at" }, PAGE);
    return items.map(({ fingerprint_sha256 }) => fingerprint_sha256);
  };
  expect([await listed("true"), await listed("false")]).toEqual([["M3", "M2"], ["M1"]]);
});
