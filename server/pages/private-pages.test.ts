import { describe, expect, it } from "vitest";
import { SUBSCRIPTION_CHANNELS } from "@/lib/contract/status-pages/fields";
import { deleteStatusPage } from "@/lib/services/status-pages/pages";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { FIXED_PATHS } from "@/lib/status-page/serve/paths";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";
import { run } from "@/lib/testing/sql";

const frontDoor = useAcmePage();
const withToken = (target: string) => `${target}${target.includes("?") ? "&" : "?"}token=open-sesame`;

/** Request headers that could make a difference: encodings, ranges, tags, zones, and claims to be someone else. */
const CLIENTS: Record<string, string>[] = [
  {},
  { "If-None-Match": "*" },
  { "If-Modified-Since": new Date().toUTCString() },
  { "Accept-Encoding": "br" },
  { "Accept-Encoding": "gzip" },
  { Range: "bytes=0-99", "If-Range": "*" },
  { Accept: "text/html" },
  { Origin: "https://example.org", "Access-Control-Request-Method": "GET" },
  { Authorization: "Bearer open-sesame" },
  { Cookie: [1, 2, 3, 4, 5].map((id) => `vedette_zone_${id}=Asia/Tokyo`).join("; ") },
  { Cookie: [1, 2, 3, 4, 5].map((id) => `vedette_page_${id}=9999999999.AAAA`).join("; ") },
  { "X-Forwarded-For": "127.0.0.1", Forwarded: "for=127.0.0.1", "X-Original-URL": "/status/acme" },
];

describe("a private page", () => {
  const paths = [
    ...FIXED_PATHS,
    ...["de", "ja/history", "fr/history.rss", "history/2026-08", "history?date=2026-08-03", "nothing"],
    ...["incidents/APP-77", "components/1", "de/components/1", "maintenance/1", "files/logo_light"],
    ...[
      "badge.svg?label=Hush&component=1",
      "embed?theme=dark",
      ".git/config",
      "%2e%2e/acme",
      "/",
      "//history",
    ],
  ];

  it("gives clients without access the same answer for everything, even after others have read it", async () => {
    const SECRET = {
      title: "Hush hush",
      name: "Quiet",
      description: "Psst",
      website_url: "https://hush.example",
    };
    const more = { ...SECRET, subscription_channels: SUBSCRIPTION_CHANNELS };
    await frontDoor.makePage({ subdomain: "secret", access_token: "open-sesame", ...more });
    await frontDoor.makePage({ subdomain: "worded", access_password: "open-sesame", ...more });
    for (const path of paths) await frontDoor.ask(withToken(`/status/secret/${path}`));
    const bodies = new Set<string>();
    const expectClosed = async (target: string, method: string, headers: Record<string, string>) => {
      const answer = await frontDoor.ask(target, { method, headers });
      expect([target, headers, method, answer.status]).toEqual([target, headers, method, 401]);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(JSON.stringify(answer.headers)).not.toMatch(/Hush|Quiet|Psst|Acme/i);
      if (method === "GET" && !/\/(de|ja|fr)\b/.test(target)) bodies.add(answer.text);
    };
    for (const [index, path] of paths.entries()) {
      for (const headers of CLIENTS) await expectClosed(`/status/secret/${path}`, "GET", headers);
      const one = CLIENTS[index % CLIENTS.length] ?? {};
      await expectClosed(`/status/secret/${path}`, "HEAD", one);
      await expectClosed(`/status/worded/${path}`, "HEAD", one);
    }
    expect(bodies.size).toBe(1);
    await expectClosed("/status/worded", "GET", {});
    expect([...bodies].join()).not.toMatch(/Hush|Quiet|Psst|Acme/i);
  });

  it("accepts a token: directly for programs, with a pass and a clean URL for browsers", async () => {
    for (const path of ["", "/history.rss", "/favicon"]) {
      const { status, headers } = await frontDoor.ask(`/status/secret${path}?token=open-sesame`);
      expect([path, status, headers["cache-control"]]).toEqual([path, 200, "no-store"]);
    }
    const browser = await frontDoor.ask("/status/secret/history?token=open-sesame", {
      headers: { Accept: "text/html" },
    });
    expect([browser.status, browser.headers.location]).toEqual([303, "/status/secret/history"]);
    const cookie = browser.headers["set-cookie"]?.[0] ?? "";
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    const pass = { Cookie: cookie.split(";")[0] ?? "" };
    expect((await frontDoor.ask("/status/secret", { headers: pass })).text).toContain("Hush hush");
    expect((await frontDoor.ask("/status/secret?token=wrong-token")).status).toBe(401);
    expect((await frontDoor.ask("/status/worded", { headers: pass })).status).toBe(401);
  });

  it("accepts the password, and a changed password revokes every pass", async () => {
    const form = (password: string) => ({
      method: "POST",
      body: new URLSearchParams({ password }).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    const wrong = await frontDoor.ask("/status/worded/sign-in", form("guess-guess"));
    expect([wrong.status, wrong.text.includes("Wrong password")]).toEqual([401, true]);
    const right = await frontDoor.ask("/status/worded/sign-in", form("open-sesame"));
    expect(right.status).toBe(303);
    const pass = { Cookie: right.headers["set-cookie"]?.[0]?.split(";")[0] ?? "" };
    expect((await frontDoor.ask("/status/worded", { headers: pass })).status).toBe(200);
    for (let tries = 0; tries < 29; tries += 1)
      await frontDoor.ask("/status/worded/sign-in", form("guess-guess"));
    expect((await frontDoor.ask("/status/worded/sign-in", form("open-sesame"))).status).toBe(429);
    const rows = await run<{ id: number }>`select id from status_pages where subdomain = 'worded'`;
    await updateStatusPage(frontDoor.scene.caller(), rows[0]?.id ?? 0, { access_password: "another-one" });
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await frontDoor.ask("/status/worded", { headers: pass })).status === 401);
  });

  it("admits allowed addresses, which a client can't forge", async () => {
    await frontDoor.makePage({ subdomain: "ranged", title: "Inside", access_ips: ["127.0.0.0/8"] });
    expect((await frontDoor.ask("/status/ranged")).status).toBe(200);
    await frontDoor.makePage({ subdomain: "far", title: "Inside", access_ips: ["203.0.113.0/24"] });
    const forged = {
      "X-Forwarded-For": "203.0.113.5",
      "X-Real-IP": "203.0.113.5",
      Forwarded: "for=203.0.113.5",
    };
    expect((await frontDoor.ask("/status/far", { headers: forged })).status).toBe(401);
  });
});

describe("access rules", () => {
  it("apply as soon as the change is answered", async () => {
    await frontDoor.makePage({ subdomain: "soon" });
    const rows = await run<{ id: number }>`select id from status_pages where subdomain = 'soon'`;
    const id = rows[0]?.id ?? 0;
    const statuses: (number | undefined)[] = [];
    const look = async () => statuses.push((await frontDoor.ask("/status/soon")).status);
    await look();
    for (let times = 0; times < 5; times += 1) {
      await updateStatusPage(frontDoor.scene.caller(), id, { access_password: "open-sesame" });
      await look();
      await updateStatusPage(frontDoor.scene.caller(), id, { access_password: null });
      await look();
    }
    await deleteStatusPage(frontDoor.scene.caller(), id);
    await look();
    expect(statuses).toEqual([200, ...Array(5).fill([401, 200]).flat(), 404]);
  });

  it("never show a page rendered for other readers", async () => {
    const { id } = await frontDoor.makePage({
      subdomain: "opened",
      title: "Hush hush",
      access_password: "open-sesame",
    });
    await renderProjectPages(frontDoor.scene.projectId);
    await updateStatusPage(frontDoor.scene.caller(), id, { title: "Acme status", access_password: null });
    const { status, text } = await frontDoor.ask("/status/opened");
    expect([status, text.includes("Hush hush"), text.includes("Acme status")]).toEqual([200, false, true]);
  });
});
