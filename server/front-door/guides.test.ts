import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { GUIDE_OF_PAGE, guideOf } from "@/components/page/guide-of-page";
import { guideFiles } from "@/lib/http/guides/files";
import { useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? "");

it("serves every guide and its links without sign-in or scripts", async () => {
  const known = new Map<string, Awaited<ReturnType<typeof frontDoor.ask>>>();
  const waiting = ["/docs", ...Object.values(GUIDE_OF_PAGE)];
  const anchors: string[] = [];
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    const [path = "", anchor] = address.split("#");
    if (anchor) anchors.push(address);
    if (known.has(path)) continue;
    const answer = await frontDoor.ask(path);
    known.set(path, answer);
    expect([path, answer.status]).toEqual([path, 200]);
    if (!path.startsWith("/docs") || !answer.headers["content-type"]?.startsWith("text/html")) continue;
    expect(answer.text).not.toMatch(/<script|<!--/);
    expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none'; /);
    const links = matches(answer.text, / (?:href|src)="([^"]*)"/g).filter(
      (link) => !/^(https?|mailto):/.test(link),
    );
    // Next.js, which isn't started here, serves the others.
    const own = links.filter((link) => /^(#|\/docs|\/api\/)/.test(link));
    expect(
      links.filter((link) => !own.includes(link) && !/^\/(|icon\.svg|fonts\/.*)$/.test(link)),
      path,
    ).toEqual([]);
    waiting.push(...own.map((link) => (link.startsWith("#") ? path + link : link)));
  }
  for (const address of anchors.filter((each) => each.startsWith("/docs"))) {
    const [path = "", anchor] = address.split("#");
    expect(known.get(path)?.text, address).toContain(` id="${anchor}"`);
  }
  expect([...known.keys()]).toEqual(
    expect.arrayContaining([
      "/docs/first-monitor",
      "/docs/decisions",
      "/docs/security",
      "/docs/deploy/grafana.json",
    ]),
  );
  const image = known.get("/docs/images/monitor.png");
  expect([image?.headers["content-type"], image?.bytes.subarray(1, 4).toString()]).toEqual([
    "image/png",
    "PNG",
  ]);
});

it.each([
  ["/docs/nothing", 404],
  ["/docs/../package.json", 404],
  ["/docs/%2e%2e/package.json", 404],
  ["/docs/deploy/", 404],
  ["/docs/deploy/.env", 404],
  ["/docs/deploy/compose.yaml", 404],
  ["/docsx", 200],
])("responds with 404 at %s", async (path, status) => {
  const answer = await frontDoor.ask(path);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toContain("Guides");
});

it("serves only guides that the installed program includes", () => {
  const [, loaded = ""] =
    /const LOADED = \[(.*?)\];/s.exec(readFileSync("scripts/support/program.mjs", "utf8")) ?? [];
  const missing = [...guideFiles().values()].filter(
    (file) => !file.startsWith("docs/") && !loaded.includes(`"${file}"`),
  );
  expect(missing).toEqual([]);
});

it("answers only reads, and only on the dashboard's host", async () => {
  expect((await frontDoor.ask("/docs", { method: "POST" })).status).toBe(405);
  expect((await frontDoor.ask("/docs", { host: "acme.pages.test" })).text).not.toContain("Guides");
});

it.each([
  ["/", "/docs/first-monitor"],
  ["/monitors/12/edit", "/docs/first-monitor"],
  ["/monitors/certificates", "/docs/protocols"],
  ["/settings/tags", "/docs"],
  ["/settings/regions", "/docs/remote-runner"],
])("links %s to %s", (path, guide) => {
  expect(guideOf(path)).toBe(guide);
});
