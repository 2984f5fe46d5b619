import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();

async function choose(theme: string) {
  const { status, headers } = await frontDoor.ask("/status/acme/theme", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `theme=${encodeURIComponent(theme)}`,
  });
  const setCookie = String(headers["set-cookie"] ?? "");
  return { status, location: headers.location, setCookie, cookie: setCookie.split(";")[0] ?? "" };
}

const styleOf = (html: string) => /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? "";
const pressed = (html: string) => /value="(\w+)" aria-pressed="true"/.exec(html)?.[1];

it("shows the theme that a visitor chose, and to no one else", async () => {
  const usual = await frontDoor.ask("/status/acme");
  expect(usual.text).toContain('/status/acme/theme">Theme: System<');
  expect(pressed((await frontDoor.ask("/status/acme/theme")).text)).toBe("all");
  expect(styleOf(usual.text)).toMatch(
    /^:root\{color-scheme:light dark;.*@media\(prefers-color-scheme:dark\)/,
  );

  for (const [theme, condition] of [
    ["dark", "@media all"],
    ["light", "@media not all"],
  ] as const) {
    const { cookie } = await choose(theme);
    const form = await frontDoor.ask("/status/acme/theme", { headers: { Cookie: cookie } });
    expect(pressed(form.text)).toBe(theme);
    for (const path of ["/status/acme", "/status/acme/history", "/status/acme/de", "/status/acme/nowhere"]) {
      const { text, headers } = await frontDoor.ask(path, { headers: { Cookie: cookie } });
      const style = styleOf(text);
      const name = { light: ["Light", "Hell"], dark: ["Dark", "Dunkel"] }[theme][
        path.endsWith("/de") ? 1 : 0
      ];
      expect(/\/theme">[^<]+: (\w+)</.exec(text)?.[1]).toBe(name);
      expect(style).toMatch(new RegExp(`^:root\\{color-scheme:${theme};`));
      expect(style).toContain(condition);
      expect(style).not.toContain("prefers-color-scheme");
      const hash = createHash("sha256").update(style).digest("base64");
      expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}';`);
      expect(headers["cache-control"]).toBe(path.endsWith("nowhere") ? "no-store" : "private, no-cache");
    }
  }
  const after = await frontDoor.ask("/status/acme");
  expect([after.text, after.headers.etag]).toEqual([usual.text, usual.headers.etag]);
});

it("remembers the theme for a year, forgets it for the system's, and ignores other names", async () => {
  expect((await choose("dark")).setCookie).toMatch(
    /^vedette_theme_\d+=dark; Path=\/status\/acme; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
  expect((await choose("all")).setCookie).toMatch(/^vedette_theme_\d+=all; .*Max-Age=0;/);
  expect(await choose("plaid")).toMatchObject({ status: 302, location: "/status/acme/", setCookie: "" });
});

it("keeps the zone, and leaves the widget of other sites alone", async () => {
  const { cookie } = await choose("dark");
  const zone = `${cookie.replace("theme", "zone").split("=")[0]}=Asia/Tokyo`;
  const { text } = await frontDoor.ask("/status/acme", { headers: { Cookie: `${zone}; ${cookie}` } });
  expect(text).toContain(">Theme: Dark<");
  expect(text).toContain("All times in Asia/Tokyo<");
  const embed = await frontDoor.ask("/status/acme/embed", { headers: { Cookie: cookie } });
  expect(embed.text).toBe((await frontDoor.ask("/status/acme/embed")).text);
});

it("isn't offered by a page that has only one theme", async () => {
  await frontDoor.makePage({ subdomain: "night", color_scheme: "dark" });
  expect((await frontDoor.ask("/status/night")).text).not.toContain("/theme");
  expect((await frontDoor.ask("/status/night/theme")).status).toBe(404);
});
