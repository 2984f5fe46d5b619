import { expect, test } from "vitest";
import { useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9"/></svg>`;
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const svgUrl = `data:image/svg+xml;base64,${Buffer.from(SVG).toString("base64")}`;
const pngUrl = `data:image/png;base64,${PNG.toString("base64")}`;
const iconLinks = (html: string) => html.match(/<link rel="icon"[^>]*>/g) ?? [];

test("shows the state as favicon only where none was uploaded", async () => {
  const plain = await frontDoor.ask("/status/acme");
  expect(iconLinks(plain.text)).toEqual(['<link rel="icon" href="/status/acme/favicon">']);
  await frontDoor.makePage({ subdomain: "iconed", favicon_dark: pngUrl });
  const own = await frontDoor.ask("/status/iconed");
  expect(iconLinks(own.text)).toEqual([
    expect.stringMatching(/^<link rel="icon" href="\/status\/iconed\/files\/favicon_dark\?v=[0-9a-f]{12}">$/),
  ]);
  for (const [path, host] of [
    ["/status/iconed/favicon", undefined],
    ["/favicon.ico", "iconed.pages.test"],
  ] as const)
    expect((await frontDoor.ask(path, { host })).bytes.equals(PNG)).toBe(true);
});

test("links the favicon of each color scheme where two were uploaded", async () => {
  await frontDoor.makePage({ subdomain: "icons", favicon_light: svgUrl, favicon_dark: pngUrl });
  const [light, dark] = iconLinks((await frontDoor.ask("/status/icons")).text);
  expect(light).toMatch(/files\/favicon_light\?v=\w+" media="\(prefers-color-scheme:light\)"/);
  expect(dark).toMatch(/files\/favicon_dark\?v=\w+" media="\(prefers-color-scheme:dark\)"/);
});

test.each([
  ["below the app", "/status/typed", undefined],
  ["on its own host", "", "typed.pages.test"],
])("serves its own font %s, only if the theme chose it", async (_, base, host) => {
  const theme = { font: "geist" as const };
  if (!host) await frontDoor.makePage({ subdomain: "typed", theme });
  const page = await frontDoor.ask(`${base}/`, { host });
  expect(page.text).toContain(`src:url("${base}/files/geist.woff2")`);
  expect(page.headers["content-security-policy"]).toContain("; font-src 'self';");
  const font = await frontDoor.ask(`${base}/files/geist.woff2`, { host });
  expect([font.status, font.headers["content-type"]]).toEqual([200, "font/woff2"]);
  expect(font.bytes.subarray(0, 4).toString()).toBe("wOF2");
  const subdomain = host ? "own-host-system" : "system";
  await frontDoor.makePage({ subdomain, theme: { font: "system" } });
  const plain = await frontDoor.ask(`/status/${subdomain}`);
  expect(plain.text).not.toContain("@font-face");
  expect(plain.headers["content-security-policy"]).not.toContain("font-src");
});
