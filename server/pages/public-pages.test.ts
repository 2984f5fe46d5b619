import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { createMonitor } from "@/lib/services/monitors/writes";
import { deleteStatusPage } from "@/lib/services/status-pages/pages";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { setEnv } from "@/lib/shared/env";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { pool } from "@/lib/store/core/pool";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";
import { NEXT_MARK } from "@/lib/testing/pages/front-door";
import { MONITOR } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();

describe("a public page", () => {
  it("answers below the app with and without a trailing slash, complete, and without scripts", async () => {
    for (const path of ["/status/acme", "/status/acme/", "/status/ACME"]) {
      const { status, text, headers } = await frontDoor.ask(path);
      expect(status).toBe(200);
      expect(text).toContain("<h1>No data yet</h1>");
      expect(text).toContain(">Shop</a>");
      expect(text).toContain('href="/status/acme/history"');
      expect(text).not.toContain("<script");
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
  });

  it("answers on its subdomain and domain with matching links, and without the app", async () => {
    for (const host of ["acme.pages.test", "acme.pages.test:8080", "status.acme.test", "STATUS.acme.test."]) {
      const { status, text } = await frontDoor.ask("/", { host });
      expect([host, status]).toEqual([host, 200]);
      expect(text).toContain('href="/history"');
      expect(text).not.toContain('="/status/acme/');
      for (const path of [
        "/api",
        "/api/healthz",
        "/api/whoami",
        "/monitors",
        "/status/acme",
        "/_next/static/x.js",
        "/setup/x",
        "/internal/tls-ask",
      ]) {
        const inner = await frontDoor.ask(path, { host });
        expect([host, path, inner.status]).toEqual([host, path, 404]);
        expect(inner.text).not.toContain(NEXT_MARK);
      }
    }
  });

  it("rejects a second Host header, even when the page was answered before", async () => {
    const host = "acme.pages.test";
    expect((await frontDoor.ask("/", { host })).status).toBe(200);
    const socket = connect(frontDoor.port, "127.0.0.1");
    socket.end(`GET / HTTP/1.1\r\nHost: ${host}\r\nhOST: evil.example\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*exactly one Host header/s);
  });

  it("answers 404 in plain HTML for unknown hosts, labels, and pages", async () => {
    for (const host of [
      "unknown.example",
      "nobody.pages.test",
      "a.b.pages.test",
      "pages.test",
      "evil.com:3000",
    ]) {
      const { status, text, headers } = await frontDoor.ask("/", { host });
      expect([host, status]).toEqual([host, 404]);
      expect(headers["content-type"]).toContain("text/html");
      expect(text).not.toContain(NEXT_MARK);
    }
    expect((await frontDoor.ask("/status/nobody")).status).toBe(404);
    expect((await frontDoor.ask("/status")).status).toBe(404);
  });

  it("names APP_URL on the 404 page of an unknown host while it isn't set, and only then", async () => {
    setEnv({ APP_URL: "" });
    expect((await frontDoor.ask("/", { host: "vedette.example.com" })).text).toContain("set APP_URL");
    setEnv({ APP_URL: "https://vedette.test" });
    expect((await frontDoor.ask("/", { host: "vedette.example.com" })).text).not.toContain("APP_URL");
    setEnv({ APP_URL: "" });
  });

  it("has every documented path, and real 404s for the rest", async () => {
    const types: Record<string, string> = {
      history: "text/html",
      "history/2026-01": "text/html",
      [`components/${frontDoor.monitorId}`]: "text/html",
      "history.rss": "application/xml",
      "history.atom": "application/xml",
      "robots.txt": "text/plain",
      favicon: "image/svg+xml",
      "favicon.ico": "image/svg+xml",
    };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await frontDoor.ask(`/status/acme/${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(headers["content-type"]).toContain(type);
    }
    const feed = await frontDoor.ask("/status/acme/history.rss");
    expect(feed.headers["content-security-policy"]).toContain("style-src data:; img-src 'self'");
    expect(decodeURIComponent(feed.text)).toContain("copy its address into your feed reader");
    for (const path of [
      "nothing",
      "404",
      "history.json",
      "history.slack.rss",
      "incidents/APP-404",
      "components/999999",
      "history/2026-13",
      "x.css",
      "../../etc/passwd",
      "%2e%2e/secret",
    ]) {
      expect([path, (await frontDoor.ask(`/status/acme/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it("is sent in the best encoding, with the same text in each, and as 304 when unchanged", async () => {
    const plain = await frontDoor.ask("/status/acme");
    for (const encoding of ["br", "gzip"]) {
      for (const round of ["slow", "fast"]) {
        const packed = await frontDoor.ask("/status/acme", { headers: { "Accept-Encoding": encoding } });
        expect([round, packed.headers["content-encoding"], packed.text === plain.text]).toEqual([
          round,
          encoding,
          true,
        ]);
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      }
    }
    const refused = await frontDoor.ask("/status/acme", {
      headers: { "Accept-Encoding": "br;q=0, gzip;q=0" },
    });
    expect(refused.headers["content-encoding"]).toBeUndefined();
    const known = await frontDoor.ask("/status/acme", {
      headers: { "If-None-Match": plain.headers.etag ?? "" },
    });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    const head = await frontDoor.ask("/status/acme", { method: "HEAD" });
    expect([head.status, head.bytes.length, Number(head.headers["content-length"])]).toEqual([
      200,
      0,
      plain.bytes.length,
    ]);
    expect((await frontDoor.ask("/status/acme", { method: "DELETE" })).status).toBe(405);
  });

  it("escapes the channel's description as HTML, which readers of RSS take it for", async () => {
    const subscription_channels = ["rss"];
    await frontDoor.makePage({
      subdomain: "angled",
      description: "R&D <b>status</b>",
      subscription_channels,
    });
    const { text } = await frontDoor.ask("/status/angled/history.rss");
    expect(text).toContain("<description>R&amp;amp;D &amp;lt;b&amp;gt;status");
  });

  it.each(["history.rss", "history.atom", "history.slack.rss", "history.json", "maintenance.ics"])(
    "answers 304 for %s to a reader that knows only its Last-Modified",
    async (path) => {
      const subdomain = `feed-${path.replaceAll(".", "-")}`;
      await frontDoor.makePage({
        subdomain,
        subscription_channels: ["rss", "atom", "slack", "json", "ical"],
      });
      const feed = await frontDoor.ask(`/status/${subdomain}/${path}`);
      const changed = feed.headers["last-modified"] ?? "";
      expect([feed.status, new Date(changed).toUTCString()]).toEqual([200, changed]);
      expect(Math.abs(Date.now() - Date.parse(changed))).toBeLessThan(600_000);
      for (const round of ["slow", "fast"]) {
        const ask = async (headers: Record<string, string>) => {
          const { status } = await frontDoor.ask(`/status/${subdomain}/${path}`, { headers });
          return [round, status];
        };
        const before = new Date(Date.parse(changed) - 1000).toUTCString();
        expect(await ask({ "If-Modified-Since": changed })).toEqual([round, 304]);
        expect(await ask({ "If-Modified-Since": before })).toEqual([round, 200]);
        expect(await ask({ "If-Modified-Since": "yesterday" })).toEqual([round, 200]);
        // A reader that sends a tag knows exactly what it has (RFC 9110 §13.2.2).
        expect(await ask({ "If-Modified-Since": changed, "If-None-Match": '"other"' })).toEqual([round, 200]);
      }
    },
  );

  it("lets scripts on other sites send a conditional request", async () => {
    const preflight = await frontDoor.ask("/status/acme/api/v2/summary.json", {
      method: "OPTIONS",
      headers: {
        Origin: "https://example.com",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
      },
    });
    expect([preflight.status, preflight.bytes.length]).toEqual([204, 0]);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "*",
    });
  });

  it("shows a change once it is rendered on every host, and is gone after deletion", async () => {
    const page = await frontDoor.makePage({ subdomain: "moving", title: "Before" });
    expect((await frontDoor.ask("/status/moving")).text).toContain("Before");
    await updateStatusPage(frontDoor.scene.caller(), page.id, { title: "After" });
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await frontDoor.ask("/status/moving")).text.includes("After"), 15_000);
    await deleteStatusPage(frontDoor.scene.caller(), page.id);
    await until(async () => (await frontDoor.ask("/status/moving")).status === 404);
  });

  it("answers 503 for pages that aren't pre-rendered while the database is unavailable", async () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const connect = vi.spyOn(pool(), "connect").mockImplementation(() => Promise.reject(refused));
    try {
      const months = await frontDoor.ask("/status/acme/history/2025-01");
      expect([months.status, months.headers["retry-after"]]).toEqual([503, "30"]);
      expect((await frontDoor.ask("/status/acme")).status).toBe(200);
    } finally {
      connect.mockRestore();
    }
  });

  it("escapes all user input: no markup, template, or link gets through", async () => {
    const evil = `"><script>alert(1)</script>{{7*191}}\${7*191}<%=7*191%>`;
    const { id } = await createMonitor(
      frontDoor.scene.caller(),
      CreateMonitor.parse({ ...MONITOR, name: "<img src=x onerror=1>{{7*191}}" }),
    );
    const components = [
      {
        componentable_type: "uptime/group",
        name: evil,
        components: [{ componentable_type: "uptime/monitor", componentable_id: id }],
      },
      { componentable_type: "uptime/monitor", componentable_id: id, display_name: evil },
    ];
    await frontDoor.makePage({
      subdomain: "evil",
      title: evil,
      description: evil,
      components,
      website_url: 'https://a.com/"><script>',
    });
    await run`with i as (insert into incidents (project_id, number, slug, type, title, impact, incident_at)
         values (${frontDoor.scene.projectId}, 77, 'APP-77', 'manual', ${evil}, 'partial_outage', now() - interval '1 hour') returning id),
       m as (insert into incident_monitors (incident_id, monitor_id, project_id) select id, ${id}, ${frontDoor.scene.projectId} from i)
       insert into incident_updates (incident_id, project_id, state, content, published_at, creator_type, creator_id, creator_label)
       select id, ${frontDoor.scene.projectId}, 'investigating', ${evil} || ' [x](javascript:alert(1)) ![y](https://evil.com/p.png)', now(), 'user', 1, 'Ada' from i`;
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await frontDoor.ask("/status/evil")).text.includes("Partial outage"));
    for (const path of [
      "",
      "/history",
      "/incidents/APP-77",
      `/components/${id}`,
      "/history.rss",
      "/history.atom",
    ]) {
      const { text, status } = await frontDoor.ask(`/status/evil${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(/<script|<img src=x|href="javascript:|src="https:\/\/evil/i);
      expect(text.includes("1337")).toBe(false);
    }
  });
});
