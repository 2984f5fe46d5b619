import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseRanges } from "@/lib/shared/address-ranges";
import { setEnv } from "@/lib/shared/env";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { type Caddy, missingCaddy, startCaddy } from "@/lib/testing/caddy";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";
import { NEXT_MARK, startFrontDoor, type TestFrontDoor } from "@/lib/testing/pages/front-door";
import { run } from "@/lib/testing/sql";

const DASHBOARD = "vedette.example.net";
const DOMAIN = "status.example.com";
const PRIVATE = "private.example.com";

it("uses the configuration in the guide", () => {
  const file = readFileSync("deploy/Caddyfile", "utf8");
  expect(readFileSync("docs/reverse-proxy.md", "utf8")).toContain(`\`\`\`\n${file}\`\`\``);
});

describe.skipIf(missingCaddy !== null)(
  `a custom domain behind Caddy${missingCaddy ? ` (${missingCaddy})` : ""}`,
  () => {
    const scene = useAcmePage();
    let frontDoor: TestFrontDoor;
    let caddy: Caddy;

    beforeAll(async () => {
      const appUrl = `https://${DASHBOARD}`;
      setEnv({ APP_URL: appUrl, STATUS_PAGES_HOST: "pages.test" });
      await scene.makePage({ subdomain: "public", domain: DOMAIN });
      await scene.makePage({
        subdomain: "private",
        domain: PRIVATE,
        title: "Hush hush",
        access_password: "open-sesame",
      });
      await run`update status_pages set domain_verified_at = now() where domain like '%.example.com'`;
      await scene.makePage({ subdomain: "unproved", domain: "unproved.example.com" });
      await renderProjectPages(scene.scene.projectId);
      frontDoor = await startFrontDoor({
        appUrl,
        rules: { appHost: DASHBOARD, statusPagesHost: "pages.test", machineNames: [] },
        trustedProxies: parseRanges(["127.0.0.0/8"]),
      });
      await until(async () => (await frontDoor.ask("/", { host: DOMAIN })).status === 200);
      caddy = await startCaddy(frontDoor.port, DASHBOARD);
    });
    afterAll(async () => {
      await caddy?.stop();
      await frontDoor.close();
      setEnv({ APP_URL: "", STATUS_PAGES_HOST: "" });
    });

    it("gets a certificate at the first visit and serves the page over HTTPS", async () => {
      for (const host of [DOMAIN, "status.acme.test"]) {
        const { status, text } = await caddy.ask(host);
        expect([host, status, text.includes("Acme status")]).toEqual([host, 200, true]);
      }
    });

    it("redirects the page's subdomain and its path of the app to the domain", async () => {
      const target = `https://${DOMAIN}/history?x=1`;
      expect(await caddy.ask("public.pages.test", "/history?x=1")).toMatchObject({
        status: 302,
        location: target,
      });
      expect(await caddy.ask(DASHBOARD, "/status/public/history?x=1")).toMatchObject({
        status: 302,
        location: target,
      });
    });

    it.each(["unknown.example.org", "unproved.example.com", "nobody.pages.test", "a.b.pages.test"])(
      "refuses the handshake for %s",
      async (host) => {
        await expect(caddy.ask(host)).rejects.toThrow(/alert internal error/);
      },
    );

    it.each([
      "/api/healthz",
      "/api/uptime/monitors",
      "/monitors",
      "/sign-in",
      "/status/acme",
      "/internal/tls-ask",
    ])("reaches nothing else on the domain: %s", async (path) => {
      const { status, text } = await caddy.ask(DOMAIN, path);
      expect(status).toBe(404);
      expect(text).not.toContain(NEXT_MARK);
    });

    it("keeps a private page private on its domain, in every representation", async () => {
      for (const path of [
        "/",
        "/history",
        "/history.rss",
        "/history.json",
        "/favicon",
        "/badge.svg",
        "/nothing",
      ]) {
        const { status, text } = await caddy.ask(PRIVATE, path);
        expect([path, status, /Hush|Acme/.test(text)]).toEqual([path, 401, false]);
      }
    });

    it("serves the dashboard on its own host, and redirects HTTP to HTTPS everywhere", async () => {
      expect((await caddy.ask(DASHBOARD, "/monitors")).text).toContain(`${NEXT_MARK} /monitors`);
      for (const host of [DASHBOARD, DOMAIN]) {
        const { status, location } = await caddy.askPlain(host, "/history");
        expect([status, location]).toEqual([308, `https://${host}/history`]);
      }
    });
  },
);
