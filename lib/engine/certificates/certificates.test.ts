import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CertificateLink } from "@/lib/contract/checks/check";
import { listCertificates } from "@/lib/services/checks/certificates";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";
import { forget } from "@/lib/shared/once";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import {
  beforeExpiry,
  certificateEvents,
  certificateFacts,
  makeMonitor,
  PAGE,
  seeCertificate,
  useCertificates,
  warnBefore,
} from "@/lib/testing/certificate-scene";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { announceExpiringCertificates, discoverCertificates } from "./certificates";

useCertificates();

test("stores and discovers a certificate once, whatever the number of checks, regions, and processes", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  await seeCertificate(scene, id, "AA");
  await seeCertificate(scene, id, "AA", "na-usa-iad");
  await seeCertificate(scene, id, "AA");
  forget("engine.certificates");
  await seeCertificate(scene, id, "AA");
  expect(await certificateEvents(scene, "discovered")).toHaveLength(1);
  await seeCertificate(scene, id, "BB");
  const { items, total } = await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE);
  expect(total).toBe(2);
  expect(items.map((certificate) => certificate.fingerprint_sha256)).toEqual(["BB", "AA"]);
  expect(items[1]).toMatchObject({
    region: "eu-deu-fra",
    subject_alternative_names: ["example.com", 'odd"name,{x}'],
    not_after: "2027-03-01T12:00:00Z",
  });
  expect((await certificateEvents(scene, "discovered"))[1]?.entities).toMatchObject({
    certificate: { serial_number: "04:5C", not_after: "2027-03-01T12:00:00Z" },
  });
});

test("lists the chain as last sent, and keeps it if a runner doesn't report one", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  const link = (name: string): CertificateLink => ({
    subject_common_name: name,
    fingerprint_sha256: `FF:${name}`,
    not_before: "2025-01-01T00:00:00.000Z",
    not_after: "2035-01-01T00:00:00.000Z",
  });
  const listed = async () =>
    (await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE)).items[0]?.chain;
  await seeCertificate(scene, id, "AA", "eu-deu-fra", [link("R11")]);
  expect(await listed()).toEqual([
    { ...link("R11"), not_before: "2025-01-01T00:00:00Z", not_after: "2035-01-01T00:00:00Z" },
  ]);
  for (const chain of [undefined, [link("R12"), link("Root")], undefined]) {
    forget("engine.certificates");
    await seeCertificate(scene, id, "AA", "eu-deu-fra", chain);
  }
  expect((await listed())?.map((one) => one.subject_common_name)).toEqual(["R12", "Root"]);
});

const active = async (scene: Scene, id: number) =>
  (await listCertificates(scene.caller(), { monitor_id: [id] }, PAGE)).items
    .filter((certificate) => certificate.active)
    .map((certificate) => certificate.fingerprint_sha256)
    .sort();
const unseenFor = (id: number, fingerprint: string, hours: number) =>
  sql`update monitor_certificates set last_seen_at = ${new Date(Date.now() - hours * HOUR_MS)}, created_at = ${new Date(Date.now() - 90 * DAY_MS)}
    where monitor_id = ${id} and fingerprint_sha256 = ${fingerprint}`.execute(db());

test("marks only a renewed certificate as in use, each of several servers' certificates, and one that returned", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  await seeCertificate(scene, id, "A1");
  expect(await active(scene, id)).toEqual(["A1"]);
  await seeCertificate(scene, id, "B1");
  expect(await active(scene, id)).toEqual(["B1"]);
  await seeCertificate(scene, id, "A1", "na-usa-iad");
  expect(await active(scene, id)).toEqual(["A1", "B1"]);
  await unseenFor(id, "B1", 25);
  expect(await active(scene, id)).toEqual(["A1"]);
  expect(await certificateEvents(scene, "discovered")).toHaveLength(2);
});

test("alerts on an older certificate that is in use again, and on each of several servers' certificates", async () => {
  const scene = await makeScene();
  const [back, two] = [await makeMonitor(scene), await makeMonitor(scene)];
  for (const fingerprint of ["A2", "B2", "A2"]) await seeCertificate(scene, back.id, fingerprint);
  await unseenFor(back.id, "B2", 30);
  for (const fingerprint of ["A3", "B3", "A3"]) await seeCertificate(scene, two.id, fingerprint);
  await warnBefore(scene, 14);
  expect(await announceExpiringCertificates(beforeExpiry(10))).toBe(3);
});

test("alerts on certificates behind a redirect to https while checks see them", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene, { request: { method: "GET", url: "http://a.example" } });
  await seeCertificate(scene, id, "P1");
  const checked = (hours: number) =>
    sql`update monitor_states set last_checked_at = ${new Date(Date.now() + hours * HOUR_MS)} where monitor_id = ${id}`.execute(
      db(),
    );
  await warnBefore(scene, 14);
  await checked(3);
  expect(await announceExpiringCertificates(beforeExpiry(10))).toBe(0);
  await checked(0);
  expect(await announceExpiringCertificates(beforeExpiry(10))).toBe(1);
});

test("caches nothing from a rolled-back transaction", async () => {
  const scene = await makeScene();
  const { id } = await makeMonitor(scene);
  const one = {
    projectId: scene.projectId,
    monitorId: id,
    region: "eu-deu-fra",
    facts: certificateFacts("CC"),
  };
  await expect(
    tx(async (trx) => {
      await discoverCertificates(trx, [one.projectId], [one]);
      throw new Error("lost");
    }),
  ).rejects.toThrow("lost");
  await seeCertificate(scene, id, "CC");
  expect(await certificateEvents(scene, "discovered")).toHaveLength(1);
});
