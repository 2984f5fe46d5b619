import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CreateMonitor } from "@/lib/contract/monitor-input";
import { CreateStatusPage } from "@/lib/contract/status-pages";
import { resealProject } from "@/lib/pages/reseal";
import { createMonitor } from "@/lib/services/monitor-writes";
import { createStatusPage, updateStatusPage } from "@/lib/services/status-page-writes";
import { deleteStatusPage } from "@/lib/services/status-pages";
import { monotonicMs } from "@/lib/shared/clock";
import { pool } from "@/lib/store/pool";
import { useDatabase } from "@/lib/testing/database";
import { type Door, NEXT_MARK, openDoor } from "@/lib/testing/front-door";
import { MONITOR, makeScene, type Scene } from "@/lib/testing/scene";

useDatabase();
let scene: Scene;
let door: Door;
let monitorId: number;

const makePage = (more: object = {}) =>
  createStatusPage(
    scene.caller(),
    CreateStatusPage.parse({
      name: "Acme",
      subdomain: "acme",
      title: "Acme status",
      description: "Live state.",
      website_url: "https://example.com",
      search_engine_indexed: true,
      components: [{ componentable_type: "uptime/monitor", componentable_id: monitorId }],
      ...more,
    }),
  );

/** Asks again until it holds; the clock only ends a wait that would never. */
async function until(holds: () => Promise<boolean>, limitMs = 10_000): Promise<number> {
  const began = monotonicMs();
  while (!(await holds())) {
    if (monotonicMs() - began > limitMs) throw new Error("It never held.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return monotonicMs() - began;
}

beforeAll(async () => {
  scene = await makeScene();
  monitorId = (await createMonitor(scene.caller(), CreateMonitor.parse(MONITOR))).id;
  await makePage({ domain: "status.acme.test" });
  door = await openDoor();
});
afterAll(() => door.close());

describe("a public page", () => {
  it("answers below the app with and without a final slash, whole and without script", async () => {
    for (const path of ["/status/acme", "/status/acme/", "/status/ACME"]) {
      const { status, text, headers } = await door.ask(path);
      expect(status).toBe(200);
      expect(text).toContain("<h1>No data yet</h1>");
      expect(text).toContain("<b>Shop</b>");
      expect(text).toContain('href="/status/acme/history"');
      expect(text).not.toContain("<script");
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
  });

  it("answers on its subdomain and its domain with links that fit there, and nothing of the app exists there", async () => {
    for (const host of ["acme.pages.test", "acme.pages.test:8080", "status.acme.test", "STATUS.acme.test."]) {
      const { status, text } = await door.ask("/", { host });
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
        const inner = await door.ask(path, { host });
        expect([host, path, inner.status]).toEqual([host, path, 404]);
        expect(inner.text).not.toContain(NEXT_MARK);
      }
    }
  });

  it("exists only by its names: unknown hosts, labels and pages are 404 in plain HTML", async () => {
    for (const host of [
      "unknown.example",
      "nobody.pages.test",
      "a.b.pages.test",
      "pages.test",
      "evil.com:3000",
    ]) {
      const { status, text, headers } = await door.ask("/", { host });
      expect([host, status]).toEqual([host, 404]);
      expect(headers["content-type"]).toContain("text/html");
      expect(text).not.toContain(NEXT_MARK);
    }
    expect((await door.ask("/status/nobody")).status).toBe(404);
    expect((await door.ask("/status")).status).toBe(404);
  });

  it("has every path of its surface, and real 404s for the rest", async () => {
    const types: Record<string, string> = {
      history: "text/html",
      "history/2026-01": "text/html",
      [`components/${monitorId}`]: "text/html",
      "history.rss": "application/rss+xml",
      "history.atom": "application/atom+xml",
      "robots.txt": "text/plain",
      favicon: "image/svg+xml",
      "favicon.ico": "image/svg+xml",
    };
    for (const [path, type] of Object.entries(types)) {
      const { status, headers } = await door.ask(`/status/acme/${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(headers["content-type"]).toContain(type);
    }
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
      expect([path, (await door.ask(`/status/acme/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it("is sent in the best encoding, the same text in each, and as 304 to who has it", async () => {
    const plain = await door.ask("/status/acme");
    for (const encoding of ["br", "gzip"]) {
      for (const round of ["slow", "fast"]) {
        const packed = await door.ask("/status/acme", { headers: { "Accept-Encoding": encoding } });
        expect([round, packed.headers["content-encoding"], packed.text === plain.text]).toEqual([
          round,
          encoding,
          true,
        ]);
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      }
    }
    const refused = await door.ask("/status/acme", { headers: { "Accept-Encoding": "br;q=0, gzip;q=0" } });
    expect(refused.headers["content-encoding"]).toBeUndefined();
    const known = await door.ask("/status/acme", { headers: { "If-None-Match": plain.headers.etag ?? "" } });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    const head = await door.ask("/status/acme", { method: "HEAD" });
    expect([head.status, head.bytes.length, Number(head.headers["content-length"])]).toEqual([
      200,
      0,
      plain.bytes.length,
    ]);
    expect((await door.ask("/status/acme", { method: "DELETE" })).status).toBe(405);
  });

  it("shows a change within a second of its sealing, on every way in, and is gone after deletion", async () => {
    const page = await makePage({ subdomain: "moving", title: "Before" });
    expect((await door.ask("/status/moving")).text).toContain("Before");
    await updateStatusPage(scene.caller(), page.id, { title: "After" });
    await resealProject(scene.projectId);
    const tookMs = await until(async () => (await door.ask("/status/moving")).text.includes("After"));
    expect(tookMs).toBeLessThan(1000);
    await deleteStatusPage(scene.caller(), page.id);
    await until(async () => (await door.ask("/status/moving")).status === 404);
  });

  it("prints whatever people write, literally: no markup, template or link gets through", async () => {
    const evil = `"><script>alert(1)</script>{{7*191}}\${7*191}<%=7*191%>`;
    const { id } = await createMonitor(
      scene.caller(),
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
    await makePage({
      subdomain: "evil",
      title: evil,
      description: evil,
      components,
      website_url: 'https://a.com/"><script>',
    });
    await pool().query(
      `with i as (insert into incidents (project_id, number, slug, type, title, impact, incident_at)
         values ($1, 77, 'APP-77', 'manual', $3, 'partial_outage', now() - interval '1 hour') returning id),
       m as (insert into incident_monitors (incident_id, monitor_id, project_id) select id, $2, $1 from i)
       insert into incident_updates (incident_id, project_id, state, content, published_at, creator_type, creator_id, creator_label)
       select id, $1, 'investigating', $3 || ' [x](javascript:alert(1)) ![y](https://evil.com/p.png)', now(), 'user', 1, 'Ada' from i`,
      [scene.projectId, id, evil],
    );
    await resealProject(scene.projectId);
    await until(async () => (await door.ask("/status/evil")).text.includes("Partial outage"));
    for (const path of [
      "",
      "/history",
      "/incidents/APP-77",
      `/components/${id}`,
      "/history.rss",
      "/history.atom",
    ]) {
      const { text, status } = await door.ask(`/status/evil${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(/<script|<img src=x|href="javascript:|src="https:\/\/evil/i);
      expect(text.includes("1337")).toBe(false);
    }
  });
});

describe("a private page", () => {
  const paths = [
    "",
    "/",
    "/history",
    "/history.rss",
    "/history.atom",
    "/robots.txt",
    "/favicon",
    "/nothing",
    "/incidents/APP-77",
    "/components/1",
  ];

  it("leaks nothing by any representation, method or tag before access is proven", async () => {
    await makePage({ subdomain: "secret", title: "Hush hush", name: "Quiet", access_token: "open-sesame" });
    await makePage({
      subdomain: "worded",
      title: "Hush hush",
      name: "Quiet",
      access_password: "open-sesame",
    });
    for (const subdomain of ["secret", "worded"]) {
      const bodies = new Set<string>();
      for (const path of paths) {
        for (const method of ["GET", "HEAD"]) {
          const { status, text, headers } = await door.ask(`/status/${subdomain}${path}`, {
            method,
            headers: { "If-None-Match": "*" },
          });
          expect([path, method, status]).toEqual([path, method, 401]);
          expect(headers["cache-control"]).toBe("no-store");
          if (method === "GET") bodies.add(text);
        }
      }
      expect(bodies.size).toBe(1);
      expect([...bodies].join()).not.toMatch(/Hush|Quiet|Acme/);
    }
  });

  it("opens by token: for programs at once, for browsers by a pass and a clean address", async () => {
    for (const path of ["", "/history.rss", "/favicon"]) {
      const { status, headers } = await door.ask(`/status/secret${path}?token=open-sesame`);
      expect([path, status, headers["cache-control"]]).toEqual([path, 200, "no-store"]);
    }
    const browser = await door.ask("/status/secret/history?token=open-sesame", {
      headers: { Accept: "text/html" },
    });
    expect([browser.status, browser.headers.location]).toEqual([303, "/status/secret/history"]);
    const cookie = browser.headers["set-cookie"]?.[0] ?? "";
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    const pass = { Cookie: cookie.split(";")[0] ?? "" };
    expect((await door.ask("/status/secret", { headers: pass })).text).toContain("Hush hush");
    expect((await door.ask("/status/secret?token=wrong-token")).status).toBe(401);
    expect((await door.ask("/status/worded", { headers: pass })).status).toBe(401);
  });

  it("opens by password, and a changed password ends every pass", async () => {
    const form = (password: string) => ({
      method: "POST",
      body: new URLSearchParams({ password }).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    const wrong = await door.ask("/status/worded/sign-in", form("guess-guess"));
    expect([wrong.status, wrong.text.includes("not the password")]).toEqual([401, true]);
    const right = await door.ask("/status/worded/sign-in", form("open-sesame"));
    expect(right.status).toBe(303);
    const pass = { Cookie: right.headers["set-cookie"]?.[0]?.split(";")[0] ?? "" };
    expect((await door.ask("/status/worded", { headers: pass })).status).toBe(200);
    for (let tries = 0; tries < 9; tries += 1) await door.ask("/status/worded/sign-in", form("guess-guess"));
    expect((await door.ask("/status/worded/sign-in", form("open-sesame"))).status).toBe(429);
    const { rows } = await pool().query<{ id: number }>(
      "select id from status_pages where subdomain = 'worded'",
    );
    await updateStatusPage(scene.caller(), rows[0]?.id ?? 0, { access_password: "another-one" });
    await resealProject(scene.projectId);
    await until(async () => (await door.ask("/status/worded", { headers: pass })).status === 401);
  });

  it("opens to allowed addresses, which a client can't forge", async () => {
    await makePage({ subdomain: "ranged", title: "Inside", access_ips: ["127.0.0.0/8"] });
    expect((await door.ask("/status/ranged")).status).toBe(200);
    await makePage({ subdomain: "far", title: "Inside", access_ips: ["203.0.113.0/24"] });
    const forged = {
      "X-Forwarded-For": "203.0.113.5",
      "X-Real-IP": "203.0.113.5",
      Forwarded: "for=203.0.113.5",
    };
    expect((await door.ask("/status/far", { headers: forged })).status).toBe(401);
  });
});

describe("the front door", () => {
  it("refuses absolute targets, Server Actions, the image optimiser and writes to pages", async () => {
    expect((await door.ask("http://evil.com/")).status).toBe(400);
    expect((await door.ask("//evil.com/x")).status).toBe(400);
    expect((await door.ask("/", { headers: { "Next-Action": "x" } })).status).toBe(400);
    expect((await door.ask("/status/acme", { headers: { "Next-Action": "x" } })).status).toBe(400);
    expect((await door.ask("/_next/image?url=http://a&w=1&q=1")).status).toBe(404);
    expect((await door.ask("/", { method: "POST" })).status).toBe(405);
    expect((await door.ask(`/${"x".repeat(9000)}`)).status).toBe(414);
  });

  it("tells Next only what socket and configuration say, and guards its pages", async () => {
    const { text, headers } = await door.ask("/monitors", {
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

  it("limits bodies before it parses them and hands the rest of /api to the endpoint table", async () => {
    const large = await door.ask("/api/uptime/monitors", {
      method: "POST",
      body: "x".repeat(1024 * 1024 + 1),
    });
    expect([401, 413]).toContain(large.status);
    const missing = await door.ask("/api/nothing");
    expect([missing.status, JSON.parse(missing.text).message]).toEqual([404, "Resource not found."]);
  });

  it("tells a certificate proxy only what is ours and proven", async () => {
    const ask = async (domain: string) => (await door.ask(`/internal/tls-ask?domain=${domain}`)).status;
    expect(await ask("status.acme.test")).toBe(404);
    await pool().query("update status_pages set domain_verified_at = now() where subdomain = 'acme'");
    await resealProject(scene.projectId);
    await until(async () => (await ask("status.acme.test")) === 200);
    expect(await ask("evil.com")).toBe(404);
    const moved = await door.ask("/status/acme/history?x=1");
    expect([moved.status, moved.headers.location]).toEqual([302, "http://status.acme.test:3000/history?x=1"]);
  });
});
