import { expect, it } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { createIncident } from "@/lib/services/incidents/writes";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();

async function choose(zone: string): Promise<string> {
  const { status, headers } = await frontDoor.ask("/status/acme/time-zone", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `zone=${encodeURIComponent(zone)}`,
  });
  expect([status, headers.location]).toEqual([zone === "Mars/Base" ? 302 : 303, "/status/acme/"]);
  return String(headers["set-cookie"] ?? "");
}

it("shows times in the zone that a visitor chose, and to no one else", async () => {
  const input = CreateIncident.parse({
    title: "Slow",
    impact: "degraded_performance",
    monitors: [frontDoor.monitorId],
    incident_at: "2026-01-05T12:00:00Z",
    recovery_at: "2026-01-05T13:00:00Z",
  });
  const { slug } = await createIncident(frontDoor.scene.caller(), input);
  await renderProjectPages(frontDoor.scene.projectId);
  const path = `/status/acme/incidents/${slug}`;
  const usual = await frontDoor.ask(path);
  expect(usual.text).toContain(">January 5, 12:00 UTC</time>");
  expect(usual.text).toContain('/status/acme/time-zone">All times in UTC<');

  const cookie = (await choose("Asia/Tokyo")).split(";")[0] ?? "";
  const chosen = await frontDoor.ask(path, { headers: { Cookie: cookie } });
  expect(chosen.text).toMatch(/>January 5, 21:00 [^<]+<\/time>/);
  expect(chosen.text).toContain("All times in Asia/Tokyo<");
  expect(chosen.headers["cache-control"]).toBe("private, no-cache");
  expect(chosen.headers.etag).not.toBe(usual.headers.etag);
  expect((await frontDoor.ask(path)).text).toBe(usual.text);
});

it("offers UTC and every other zone, and ignores what isn't one", async () => {
  const { text } = await frontDoor.ask("/status/acme/time-zone");
  expect(text).toContain('<option value="UTC">UTC</option>');
  expect(text).toContain('<option value="America/New_York">America/New York</option>');
  expect(await choose("Mars/Base")).toBe("");
  const { text: page } = await frontDoor.ask("/status/acme", {
    headers: { Cookie: "vedette_zone_1=Mars/Base; vedette_zone_2=UTC" },
  });
  expect(page).toContain("All times in UTC<");
});

it("gives a client that has too many variants made the usual times, and keeps the ones it has", async () => {
  const cookie = await choose("Asia/Tokyo");
  const name = cookie.split("=")[0] ?? "";
  const tagIn = async (zone: string) =>
    (await frontDoor.ask("/status/acme", { headers: { Cookie: `${name}=${zone}` } })).headers.etag;
  const usual = (await frontDoor.ask("/status/acme")).headers.etag;
  const first = await tagIn("Asia/Tokyo");
  expect(first).not.toBe(usual);
  const tags = [];
  for (const zone of Intl.supportedValuesOf("timeZone").slice(0, 70)) tags.push(await tagIn(zone));
  expect(tags.filter((tag) => tag === usual).length).toBeGreaterThanOrEqual(10);
  expect(new Set(tags).size).toBeGreaterThan(40);
  expect(await tagIn("Asia/Tokyo")).toBe(first);
});
