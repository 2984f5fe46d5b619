import { beforeAll, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { metricsTexts } from "./metrics";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const CERTIFICATE = {
  fingerprint_sha256: "AA",
  serial_number: "01",
  subject_common_name: "shop.example.com",
  subject_alternative_names: [],
  issuer_common_name: "R11",
  issuer_organization: null,
  not_before: "2026-01-01T00:00:00Z",
  not_after: "2027-03-01T12:00:00Z",
};
let id = 0;
const send = (...results: Parameters<typeof ingest>[0]) => ingest(results, null, NOW);
const timings = (total: number) => ({ ...check(id, NOW, "up").timings, total });
/** Returns the values of the monitor's metrics by name. */
async function values(): Promise<Record<string, number>> {
  const lines = (await metricsTexts("all"))
    .join("")
    .split("\n")
    .filter((line) => line.includes(`monitor_id="${id}"`));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("{")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

beforeAll(async () => {
  id = await makeMonitor((await makeScene()).projectId);
});

test("names only the status of a monitor that wasn't checked yet", async () => {
  expect(await values()).toEqual({ vedette_monitor_status: 1 });
});

test("contains the latest check, and the certificate of a check without warnings", async () => {
  await send(check(id, NOW - 60_000, "up", { certificate: CERTIFICATE }));
  expect(await values()).toEqual({
    probe_success: 1,
    probe_duration_seconds: 0.042,
    probe_http_status_code: 200,
    probe_ssl_earliest_cert_expiry: Date.parse(CERTIFICATE.not_after) / 1000,
    vedette_monitor_status: 1,
  });
});

test("leaves out the status code of a failure without a response, and takes nothing from late results", async () => {
  await send(check(id, NOW, "down"));
  const failing = { probe_success: 0, probe_duration_seconds: 0.042, vedette_monitor_status: 1 };
  const expiry = Date.parse(CERTIFICATE.not_after) / 1000;
  expect(await values()).toEqual({ ...failing, probe_ssl_earliest_cert_expiry: expiry });
  await send(check(id, NOW - 30_000, "up", { status_code: 204 }));
  expect(await values()).toEqual({ ...failing, probe_ssl_earliest_cert_expiry: expiry });
});

test("shows the expiry of the certificate in use after a renewal", async () => {
  const renewed = { ...CERTIFICATE, fingerprint_sha256: "BB", not_after: "2027-06-01T12:00:00Z" };
  await send(check(id, NOW + 60_000, "up", { certificate: renewed }));
  expect((await values()).probe_ssl_earliest_cert_expiry).toBe(Date.parse(renewed.not_after) / 1000);
});

test("writes the same bytes: escaped names, every region once, no samples of paused monitors", async () => {
  const scene = await makeScene();
  const regions = ["eu-deu-fra", "oc-aus-syd"];
  const odd = await makeMonitor(scene.projectId, { name: 'a\\b "ü"\nc', regions });
  const paused = await makeMonitor(scene.projectId, { name: "Paused" });
  const inconclusive = await makeMonitor(scene.projectId, { name: "Unsure" });
  await send(
    check(odd, NOW, "up", { region: "oc-aus-syd", timings: timings(3) }),
    check(odd, NOW, "down", { timings: timings(1_000_000) }),
    check(paused, NOW, "up"),
    check(inconclusive, NOW, "inconclusive"),
  );
  await db().updateTable("monitors").set({ paused_by_window: true }).where("id", "=", paused).execute();
  const [{ slug }] = await run`select slug from projects where id = ${scene.projectId}`;
  const text = (await metricsTexts("all", slug)).join("");
  const own = `monitor_id="${odd}",monitor="a\\\\b \\"ü\\"\\nc",project="${slug}"`;
  const target = `target="https://shop.example.com/"`;
  const unsure = `monitor_id="${inconclusive}",monitor="Unsure",project="${slug}"`;
  expect(
    text.slice(text.indexOf("# HELP probe_success")),
  ).toBe(`# HELP probe_success Whether the latest check succeeded. Inconclusive checks and silent regions are left out.
# TYPE probe_success gauge
probe_success{${own},region="eu-deu-fra",${target}} 0
probe_success{${own},region="oc-aus-syd",${target}} 1
# HELP probe_duration_seconds Duration of the latest check.
# TYPE probe_duration_seconds gauge
probe_duration_seconds{${own},region="eu-deu-fra",${target}} 1
probe_duration_seconds{${own},region="oc-aus-syd",${target}} 0.000003
probe_duration_seconds{${unsure},region="eu-deu-fra",${target}} 0.042
# HELP probe_http_status_code Status code of the latest check.
# TYPE probe_http_status_code gauge
probe_http_status_code{${own},region="oc-aus-syd",${target}} 200
probe_http_status_code{${unsure},region="eu-deu-fra",${target}} 200
# HELP vedette_monitor_status 1 for the monitor's current status.
# TYPE vedette_monitor_status gauge
vedette_monitor_status{${own},status="online"} 1
vedette_monitor_status{monitor_id="${paused}",monitor="Paused",project="${slug}",status="paused"} 1
vedette_monitor_status{${unsure},status="fetching"} 1
`);
  expect((await metricsTexts("all", "unknown")).join("")).not.toContain("probe_");
});
