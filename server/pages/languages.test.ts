import { describe, expect, it, vi } from "vitest";
import { PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { forget } from "@/lib/shared/once";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { pool } from "@/lib/store/core/pool";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();
const PATHS = ["", "/history", "/history.rss", "/maintenance.ics", "/subscribe", "/languages", "/time-zone"];

describe("a page in another language", () => {
  it("has its texts, its direction, and links that keep the language", async () => {
    const german = await frontDoor.ask("/status/acme/de");
    expect([german.status, german.headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toContain("Aktueller Status");
    expect(german.text).toContain('href="/status/acme/de/history"');
    expect(german.text).toContain('href="/status/acme/favicon"');
    expect(german.text).toContain('<link rel="canonical" href="http://status.acme.test:3000/de">');
    expect((await frontDoor.ask("/status/acme/ar/history")).text).toContain('<html lang="ar" dir="rtl">');
    const component = await frontDoor.ask(`/status/acme/fr/components/${frontDoor.monitorId}`);
    expect(component.text).toContain("Surveillé depuis");
  });

  it("is the same for everyone, so that it's answered from memory", async () => {
    const first = await frontDoor.ask("/status/acme/ja/");
    const again = await frontDoor.ask("/status/acme/ja/", { headers: { "Accept-Language": "pl" } });
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.headers.vary).toBe("Accept-Encoding");
  });

  it("has feeds and a calendar", async () => {
    const page = { subscription_channels: ["rss", "atom", "ical"] };
    await frontDoor.makePage({ subdomain: "feeds", ...page });
    expect((await frontDoor.ask("/status/feeds/de/history.rss")).text).toContain("<language>de</language>");
    expect((await frontDoor.ask("/status/feeds/pl/history.atom")).text).toContain('xml:lang="pl"');
    expect((await frontDoor.ask("/status/feeds/fr/maintenance.ics")).text).toContain("maintenance");
  });

  it("is below its own host as well", async () => {
    const { text } = await frontDoor.ask("/de/history", { headers: { Host: "status.acme.test" } });
    expect(text).toContain('href="/de/history"');
    expect(text).not.toContain("/status/acme");
  });

  it("exists only for documents that people read", async () => {
    for (const path of [
      "xx",
      "de/api/v2/status.json",
      "de/badge.svg",
      "de/robots.txt",
      "de/nothing",
      "de/de",
    ])
      expect([path, (await frontDoor.ask(`/status/acme/${path}`)).status]).toEqual([path, 404]);
    const missing = await frontDoor.ask("/status/acme/de/incidents/ACME-99");
    expect([missing.status, missing.text.includes("Seite nicht gefunden")]).toEqual([404, true]);
  });

  it("is also there while the database isn't", async () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const connect = vi.spyOn(pool(), "connect").mockImplementation(() => Promise.reject(refused));
    try {
      expect((await frontDoor.ask("/status/acme/nl")).text).toContain("Huidige status");
    } finally {
      connect.mockRestore();
    }
  });

  it("can be found: by visitors in a list, by search engines in the sitemap", async () => {
    const list = await frontDoor.ask("/status/acme/es/languages");
    for (const language of PAGE_LANGUAGES) expect(list.text).toContain(`lang="${language}"`);
    expect(list.text).toContain('href="/status/acme/"');
    const { text } = await frontDoor.ask("/status/acme/sitemap.xml");
    expect(text).toContain('hreflang="ar" href="http://status.acme.test:3000/ar/history"');
  });
});

describe("a page's own language", () => {
  it("is that of paths without one, and paths that name it lead there", async () => {
    const page = await frontDoor.makePage({ subdomain: "laden", language: "de" });
    expect((await frontDoor.ask("/status/laden")).text).toContain('<html lang="de">');
    expect((await frontDoor.ask("/status/laden/en")).text).toContain("Current status");
    const named = await frontDoor.ask("/status/laden/de/history");
    expect([named.status, named.headers.location]).toEqual([302, "/status/laden/history"]);
    expect((await frontDoor.ask("/status/laden/badge.svg")).text).toContain("Keine Daten");
    expect((await frontDoor.ask("/status/laden/api/v2/status.json")).text).toContain("Status Unknown");
    await updateStatusPage(frontDoor.scene.caller(), page.id, { language: "pl" });
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => (await frontDoor.ask("/status/laden")).text.includes('<html lang="pl">'));
  });
});

describe("a refusal", () => {
  it("is in the language of the path, and else in the page's own", async () => {
    await frontDoor.makePage({ subdomain: "winkel", language: "nl" });
    const refused = (path: string) => frontDoor.ask(path, { method: "DELETE" });
    expect((await refused("/status/acme/de/history")).text).toContain("Methode nicht erlaubt");
    expect((await refused("/status/winkel")).text).toContain('<html lang="nl">');
    const allowed = await refused("/status/winkel/ar");
    expect([allowed.status, allowed.headers.allow]).toEqual([405, "GET, HEAD"]);
    expect(allowed.text).toContain('<html lang="ar" dir="rtl">');
  });

  it("is in the browser's language where there is no page", async () => {
    const missing = (accepted: string) =>
      frontDoor.ask("/status/nobody", { headers: { "Accept-Language": accepted } });
    expect((await missing("xx, en;q=0.5, fr-CA;q=0.9")).text).toContain("Page introuvable");
    const unknown = await missing("tlh;q=nonsense,,;q=");
    expect([unknown.status, unknown.text.includes("Page not found")]).toEqual([404, true]);
  });

  it("says so while the database is unavailable", async () => {
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const connect = vi.spyOn(pool(), "connect").mockImplementation(() => Promise.reject(away));
    try {
      const later = await frontDoor.ask("/status/acme/ja/history/2020-01");
      expect([later.status, later.headers["retry-after"]]).toEqual([503, "30"]);
      expect(later.text).toContain("一時的に利用できません");
    } finally {
      connect.mockRestore();
      forget("pages.brief-read");
    }
  });

  it("of too many guesses doesn't say that a minute is enough, because it isn't for subscriptions", async () => {
    await frontDoor.makePage({ subdomain: "guessed", access_password: "open-sesame" });
    const guess = () =>
      frontDoor.ask("/status/guessed/pl/sign-in", {
        method: "POST",
        body: "password=wrong",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      });
    for (let count = 0; count < 10; count += 1) await guess();
    const { status, text } = await guess();
    expect([status, text.includes("Zbyt wiele prób"), text.includes("minut")]).toEqual([429, true, false]);
  });
});

describe("a private page", () => {
  it("stays private in every language", async () => {
    const secret = { title: "Hush hush", name: "Quiet", access_token: "open-sesame" };
    await frontDoor.makePage({ subdomain: "secret", ...secret });
    for (const language of PAGE_LANGUAGES)
      for (const path of PATHS)
        for (const method of ["GET", "HEAD", "POST"]) {
          const address = `/status/secret/${language}${path}`;
          const { status, text, headers } = await frontDoor.ask(address, {
            method,
            headers: { "If-None-Match": "*" },
          });
          expect([address, method, [401, 405]]).toEqual([address, method, expect.arrayContaining([status])]);
          if (status === 401) expect(headers["cache-control"]).toBe("no-store");
          expect(text).not.toMatch(/Hush|Quiet/);
        }
    const allowed = await frontDoor.ask("/status/secret/de?token=open-sesame");
    expect([allowed.status, allowed.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect((await frontDoor.ask("/status/secret/de")).status).toBe(401);
  });

  it("asks for the password in the browser's language, and never reveals the page's", async () => {
    for (const [subdomain, language] of [
      ["geheim", "de"],
      ["sekret", "pl"],
    ] as const)
      await frontDoor.makePage({ subdomain, language, access_password: "open-sesame" });
    const answers = (subdomain: string) =>
      Promise.all(
        ["", "/", "/history", "/de", "/pl/history"].flatMap((path) =>
          ["GET", "DELETE"].map(async (method) => {
            const headers = { "Accept-Language": "fr" };
            const { text } = await frontDoor.ask(`/status/${subdomain}${path}`, { method, headers });
            return text.replaceAll(subdomain, "…");
          }),
        ),
      );
    const [first = ""] = await answers("geheim");
    expect(first).toContain('<html lang="fr">');
    expect(await answers("sekret")).toEqual(await answers("geheim"));
  });

  it("asks for its password in the language of the path, and stays in it", async () => {
    await frontDoor.makePage({ subdomain: "worded", access_password: "open-sesame" });
    const asked = await frontDoor.ask("/status/worded/de/history");
    expect(asked.text).toContain("Geben Sie das Passwort ein");
    expect(asked.text).toContain('action="/status/worded/de/sign-in"');
    const right = await frontDoor.ask("/status/worded/de/sign-in", {
      method: "POST",
      body: "password=open-sesame",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect([right.status, right.headers.location]).toEqual([303, "/status/worded/de/"]);
  });
});
