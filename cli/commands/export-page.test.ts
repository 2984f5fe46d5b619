import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { SUBSCRIPTION_CHANNELS } from "@/lib/contract/status-pages/fields";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { createIncident } from "@/lib/services/incidents/writes";
import { createMonitor } from "@/lib/services/monitors/writes";
import { createStatusPage } from "@/lib/services/status-pages/writes";
import { useSmtp } from "@/lib/testing/pages/subscriber";
import { MONITOR, STATUS_PAGE, useScene } from "@/lib/testing/scene";
import { exportPage } from "./export-page";

const LOGO = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64")}`;
const LINK = /(?:href|src|action)="([^"]+)"/g;
let server: Server;
let origin: string;
let folder: string;
let monitorId: number;

async function makePage(subdomain: string, more: object): Promise<void> {
  await createStatusPage(
    scene.caller(),
    CreateStatusPage.parse({
      ...STATUS_PAGE,
      subdomain,
      search_engine_indexed: true,
      components: [{ componentable_type: "uptime/monitor", componentable_id: monitorId }],
      ...more,
    }),
  );
}

const scene = useScene("file");

beforeAll(async () => {
  useSmtp("smtp://127.0.0.1:1");
  monitorId = (await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR))).id;
  await makePage("acme", { subscription_channels: SUBSCRIPTION_CHANNELS, logo_light: LOGO });
  await makePage("closed", { access_token: "open-sesame" });
  for (const ago of [0, 200]) {
    const incident = await createIncident(
      scene.caller(),
      CreateIncident.parse({
        title: `Down ${ago} days ago`,
        impact: "major_outage",
        monitors: [monitorId],
        incident_at: new Date(Date.now() - ago * 86_400_000 - 3_600_000).toISOString().replace(/\.\d+/, ""),
      }),
    );
    await createIncidentUpdate(scene.caller(), incident.id, { state: "investigating", content: "We look." });
  }
  server = createServer((request, response) => {
    // Like every static server does for a folder.
    if (request.url === "/site") return void response.writeHead(301, { Location: "/site/" }).end();
    const name = decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname).replace(
      /^\/site\/$/,
      "/site/index.html",
    );
    readFile(path.join(folder, name.replace(/^\/site\//, ""))).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "vedette-export-"));
  return () => rm(folder, { recursive: true, force: true });
});

afterAll(async () => {
  useSmtp(undefined);
  await new Promise((resolve) => server.close(resolve));
});

/** Reads everything that can be reached from a URL within the site. Returns the addresses that don't exist. */
async function crawl(start: string): Promise<{ seen: Set<string>; missing: string[] }> {
  const [seen, missing, waiting] = [new Set<string>(), [] as string[], [start]];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const response = await fetch(url);
    const text = await response.text();
    if (response.status !== 200) missing.push(url);
    for (const [, target = ""] of text.matchAll(LINK)) {
      const next = new URL(target, url);
      next.hash = "";
      if (next.origin === origin) waiting.push(next.href);
    }
    for (const [address] of text.matchAll(/https?:\/\/127\.0\.0\.1:\d+\/site[^"'<>\s\\]*/g))
      waiting.push(address);
  }
  return { seen, missing };
}

test("every link of an exported page leads to a file, including links in feeds and JSON", async () => {
  await exportPage("acme", folder, { url: `${origin}/site/` });
  const starts = [
    "index.html",
    "404.html",
    "history.rss",
    "history.atom",
    "history.json",
    "sitemap.xml",
    "api/v2/incidents.json",
  ];
  const read = new Set<string>();
  for (const start of starts) {
    const { seen, missing } = await crawl(`${origin}/site/${start}`);
    expect([start, missing]).toEqual([start, []]);
    for (const url of seen) read.add(url);
  }
  const all = [...read].join(" ");
  expect(all).toMatch(/incidents\/[A-Z]+-1\.html/);
  expect(all).toMatch(/incidents\/[A-Z]+-2\.html/);
  expect(all).toMatch(/components\/\d+\.html.*|history\/\d{4}-\d{2}\.html/);
  expect(all).toContain("opengraph-image.png");
  for (const name of ["badge.svg", "embed.html", "embed.js", "files/logo_light.svg", "maintenance.ics"])
    expect([name, existsSync(path.join(folder, name))]).toEqual([name, true]);
  const home = await readFile(path.join(folder, "index.html"), "utf8");
  expect(home).not.toMatch(/<form|\/status\/acme/);
});

test("a private page is refused unless the export says so", async () => {
  await expect(exportPage("closed", folder, {})).rejects.toThrow(
    "is private, and exported files can't be protected",
  );
  expect(await readdir(folder)).toEqual([]);
  await exportPage("closed", folder, { private: true });
  expect(existsSync(path.join(folder, "index.html"))).toBe(true);
});

test("a second export removes only its own files, and never one outside the folder", async () => {
  await writeFile(path.join(folder, "CNAME"), "status.acme.com");
  await exportPage("acme", folder, {});
  const list = path.join(folder, ".vedette-export.json");
  const outside = `${folder}-outside`;
  await writeFile(outside, "mine");
  await writeFile(path.join(folder, "components", "9.html"), "gone");
  const names = [
    ...JSON.parse(await readFile(list, "utf8")),
    "components/9.html",
    `../${path.basename(outside)}`,
  ];
  await writeFile(list, JSON.stringify(names));
  await exportPage("acme", folder, {});
  const kept = ["CNAME", "index.html", "components/9.html"].map((name) =>
    existsSync(path.join(folder, name)),
  );
  expect([...kept, existsSync(outside)]).toEqual([true, true, false, true]);
  expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".new"))).toEqual([]);
  await rm(outside);
});

test("names the page or the address that is wrong", async () => {
  await expect(exportPage("nobody", folder, {})).rejects.toThrow("Status page nobody does not exist.");
  await expect(exportPage("acme", folder, { url: "acme" })).rejects.toThrow('got "acme"');
});
