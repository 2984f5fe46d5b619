import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { SUBSCRIPTION_CHANNELS } from "@/lib/contract/status-pages/fields";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { createIncident } from "@/lib/services/incidents/writes";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { useAcmePage } from "@/lib/testing/pages/acme-page";
import { useSmtp } from "@/lib/testing/pages/subscriber";

const frontDoor = useAcmePage();
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><path d="${"M0 0h9v9".repeat(50)}"/></svg>`;
const dataUrl = (type: string, content: Buffer | string) =>
  `data:${type};base64,${Buffer.from(content).toString("base64")}`;
let slug: string;

afterAll(() => useSmtp(undefined));
beforeAll(async () => {
  // Without a mail server, pages don't offer the form for subscribers.
  useSmtp("smtp://127.0.0.1:1");
  await frontDoor.makePage({
    subdomain: "every",
    subscription_channels: SUBSCRIPTION_CHANNELS,
    logo_light: dataUrl("image/svg+xml", SVG),
    logo_dark: dataUrl("image/png", PNG),
    favicon_light: dataUrl("image/svg+xml", SVG),
    favicon_dark: dataUrl("image/png", PNG),
  });
  const input = CreateIncident.parse({
    title: "Down",
    impact: "major_outage",
    monitors: [frontDoor.monitorId],
  });
  const incident = await createIncident(frontDoor.scene.caller(), input);
  await createIncidentUpdate(frontDoor.scene.caller(), incident.id, {
    state: "investigating",
    content: "We look.",
  });
  await renderProjectPages(frontDoor.scene.projectId);
  slug = incident.slug;
});

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
const PATHS = [
  ...["", "history", "history/2026-01", "history.rss", "history.slack.rss", "history.atom", "history.json"],
  ...["maintenance.ics", "robots.txt", "sitemap.xml", "subscribe", "favicon", "favicon.ico", "nothing"],
  ...["badge.svg", "embed-badges/static-status"],
  ...["shield-badges/status.json", "shield-badges/availability.json"],
  ...["status", "summary", "components", "incidents", "incidents/unresolved"].map(v2),
  ...["scheduled-maintenances", "scheduled-maintenances/upcoming", "scheduled-maintenances/active"].map(v2),
  ...["logo_light", "logo_dark", "favicon_light", "favicon_dark"].map((kind) => `files/${kind}`),
];

function v2(name: string): string {
  return `api/v2/${name}.json`;
}

test.each([
  ["below the app", "/status/every/", undefined],
  ["on its own host", "/", "every.pages.test"],
])("decodes every representation of a page %s to the same bytes in each encoding", async (_, base, host) => {
  for (const path of [...PATHS, `incidents/${slug}`, `components/${frontDoor.monitorId}`]) {
    const plain = await frontDoor.ask(`${base}${path}`, { host, headers: { "Accept-Encoding": "identity" } });
    expect([path, plain.status]).toEqual([path, path === "nothing" ? 404 : 200]);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.bytes.length, path).toBeGreaterThan(0);
    for (const encoding of ["br", "gzip", "gzip, deflate, br, zstd"]) {
      for (const round of ["first", "remembered"]) {
        const packed = await frontDoor.ask(`${base}${path}`, {
          host,
          headers: { "Accept-Encoding": encoding },
        });
        const used = packed.headers["content-encoding"];
        const decode = DECODERS[used ?? ""] ?? ((bytes: Buffer) => bytes);
        const about = [path, encoding, round];
        expect([...about, decode(packed.bytes).equals(plain.bytes)]).toEqual([...about, true]);
        expect(Number(packed.headers["content-length"])).toBe(packed.bytes.length);
        const isPacked = plain.headers["content-type"] !== "image/png";
        expect([...about, used !== undefined]).toEqual([...about, isPacked]);
      }
    }
  }
});

test("serves uploaded images unchanged", async () => {
  const logo = await frontDoor.ask("/status/every/files/logo_light", {
    headers: { "Accept-Encoding": "br" },
  });
  expect(logo.text).toBe(SVG);
  const dark = await frontDoor.ask("/status/every/files/logo_dark", {
    headers: { "Accept-Encoding": "br, gzip" },
  });
  expect(dark.bytes.equals(PNG)).toBe(true);
});

test("serves a new image under its own URL immediately, and caches no image under another version's URL", async () => {
  const page = await frontDoor.makePage({ subdomain: "relogoed", logo_light: dataUrl("image/svg+xml", SVG) });
  const ask = (url: string | null) => frontDoor.ask(new URL(url ?? "").pathname + new URL(url ?? "").search);
  expect((await ask(page.logo_light)).text).toBe(SVG);
  const changed = { logo_light: dataUrl("image/png", PNG) };
  const { logo_light: url } = await updateStatusPage(frontDoor.scene.caller(), page.id, changed);
  const fresh = await ask(url);
  expect(fresh.bytes.equals(PNG)).toBe(true);
  expect(fresh.headers["cache-control"]).toBe("public, max-age=86400");
  const old = await ask(page.logo_light);
  expect(old.bytes.equals(PNG)).toBe(true);
  expect(old.headers["cache-control"]).toBe("no-store");
});
