import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";
import { NEXT_MARK, startFrontDoor } from "@/lib/testing/pages/front-door";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();

describe("the front door", () => {
  it("rejects absolute targets, Server Actions, the image optimizer, and writes to pages", async () => {
    expect((await frontDoor.ask("http://evil.com/")).status).toBe(400);
    expect((await frontDoor.ask("//evil.com/x")).status).toBe(400);
    expect((await frontDoor.ask("/", { headers: { "Next-Action": "x" } })).status).toBe(400);
    expect((await frontDoor.ask("/status/acme", { headers: { "Next-Action": "x" } })).status).toBe(400);
    expect((await frontDoor.ask("/_next/image?url=http://a&w=1&q=1")).status).toBe(404);
    expect((await frontDoor.ask("/", { method: "POST" })).status).toBe(405);
    expect((await frontDoor.ask(`/${"x".repeat(9000)}`)).status).toBe(414);
  });

  it.each([
    "/./status/acme",
    "/_next/../status/acme",
    "/x/%2E%2e/api/whoami",
    "/x\\..\\status\\acme",
    "/_next/static/../../monitors",
    "/monitors/..",
  ])(
    "has no page at %s, which Next.js would resolve to a path that the front door didn't decide about",
    async (path) => {
      expect((await frontDoor.ask(path)).status).toBe(404);
    },
  );

  it("leaves no rules to the route handlers of Next.js, which only pass requests on", () => {
    const files = readdirSync("app", { recursive: true, encoding: "utf8" });
    const handlers = files.filter((file) => /(?:^|\/)route\.tsx?$/.test(file)).sort();
    expect(handlers).toEqual(["api/[[...path]]/route.ts", "status/[[...path]]/route.ts"]);
    for (const file of handlers)
      expect(readFileSync(`app/${file}`, "utf8")).toMatch(
        /^import \{ (\w+) \} from "@\/lib\/http\/[\w/-]+";\n\n\/\*\*.*\*\/\nexport \{\n(?: {2}\1 as [A-Z]+,\n)+\};\n$/,
      );
  });

  it("passes Next.js only facts from the socket and configuration, and protects its pages", async () => {
    const { text, headers } = await frontDoor.ask("/monitors", {
      headers: {
        "X-Forwarded-Host": "evil.com",
        "X-Forwarded-For": "6.6.6.6",
        "X-Forwarded-Proto": "https",
        "X-Middleware-Subrequest": "x",
      },
    });
    expect(text).toContain(`${NEXT_MARK} /monitors`);
    expect(text).not.toMatch(/evil\.com|6\.6\.6\.6|subrequest/);
    expect(headers["content-security-policy"]).toMatch(/frame-ancestors 'none'/);
    const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
    expect(text).toContain(`nonce-${nonce}`);
    expect(headers["x-frame-options"]).toBe("DENY");
  });

  it("sends files of the build without the policies of pages, which would make up most of a small script", async () => {
    const { headers } = await frontDoor.ask("/_next/static/chunks/a1b2.js");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toBeUndefined();
  });

  it("limits bodies before parsing them and passes the rest of /api to the endpoint table", async () => {
    const large = await frontDoor.ask("/api/uptime/monitors", {
      method: "POST",
      body: "x".repeat(1024 * 1024 + 1),
    });
    expect([401, 413]).toContain(large.status);
    const missing = await frontDoor.ask("/api/nothing");
    expect([missing.status, JSON.parse(missing.text).message]).toEqual([404, "Resource not found."]);
  });

  it("confirms only its own, verified, and local domains to a certificate proxy", async () => {
    const ask = async (domain: string) => (await frontDoor.ask(`/internal/tls-ask?domain=${domain}`)).status;
    const home = async (host: string) => (await frontDoor.ask("/", { host })).status;
    const status = async (domain: string) => [await ask(domain), await home(domain)];
    await frontDoor.makePage({ subdomain: "public", domain: "status.example.com" });
    expect(await status("status.example.com")).toEqual([404, 404]);
    expect((await frontDoor.ask("/status/public")).status).toBe(200);
    await run`update status_pages set domain_verified_at = now() where subdomain = 'public'`;
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await ask("status.example.com")) === 200);
    expect(await status("status.example.com")).toEqual([200, 200]);
    expect(await status("status.acme.test")).toEqual([200, 200]);
    expect(await status("evil.com")).toEqual([404, 404]);
    const moved = await frontDoor.ask("/status/public/history?x=1");
    expect([moved.status, moved.headers.location]).toEqual([
      302,
      "http://status.example.com:3000/history?x=1",
    ]);
  });

  it("stops serving a domain that is no longer live", async () => {
    await run`update status_pages set domain_verified_at = null where subdomain = 'public'`;
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await frontDoor.ask("/", { host: "status.example.com" })).status === 404);
    expect((await frontDoor.ask("/internal/tls-ask?domain=status.example.com")).status).toBe(404);
    expect((await frontDoor.ask("/status/public")).status).toBe(200);
  });

  it("sends Strict-Transport-Security on every answer at an https APP_URL, and nowhere else", async () => {
    const appUrl = "https://watch.acme.test";
    const rules = { appHost: "watch.acme.test", statusPagesHost: "pages.test", machineNames: [] };
    const secured = await startFrontDoor({ appUrl, rules });
    const header = async (path: string, host: string) =>
      (await secured.ask(path, { host })).headers["strict-transport-security"];
    for (const path of [
      "/monitors",
      "/api/healthz",
      "/api/nothing",
      "/status/acme",
      "/status/acme",
      "/status/none",
    ])
      expect([path, await header(path, "Watch.acme.test")]).toEqual([path, "max-age=31536000"]);
    expect(await header("/", "acme.pages.test")).toBeUndefined();
    expect(await header("/", "status.acme.test")).toBeUndefined();
    await secured.close();
    expect((await frontDoor.ask("/monitors")).headers["strict-transport-security"]).toBeUndefined();
  });
});
