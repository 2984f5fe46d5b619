import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { createIncident } from "@/lib/services/incidents/writes";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();
const LOGO = readFileSync("public/notification.png").toString("base64");

beforeAll(async () => {
  await renderProjectPages(frontDoor.scene.projectId);
});

/** Returns an image of a page and checks that it is a PNG of 1200 × 630. */
async function imageOf(subdomain: string): Promise<Buffer> {
  const { status, headers, bytes } = await frontDoor.ask(`/status/${subdomain}/opengraph-image`);
  expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  return bytes;
}

describe("the image for social networks", () => {
  test("is linked by its absolute address, on public pages only", async () => {
    const { text } = await frontDoor.ask("/status/acme");
    expect(text).toMatch(/<meta property="og:image" content="https?:\/\/[^"]+\/opengraph-image">/);
    await frontDoor.makePage({ subdomain: "hidden", access_token: "open-sesame" });
    const hidden = await frontDoor.ask("/status/hidden?token=open-sesame");
    expect([hidden.status, hidden.text.includes("og:image")]).toEqual([200, false]);
    expect((await frontDoor.ask("/status/hidden/opengraph-image")).status).toBe(401);
  });

  test("is drawn once per state, and again when the state changes", async () => {
    const before = await imageOf("acme");
    await renderProjectPages(frontDoor.scene.projectId);
    expect((await imageOf("acme")).equals(before)).toBe(true);
    await createIncident(
      frontDoor.scene.caller(),
      CreateIncident.parse({ title: "Down", impact: "major_outage", monitors: [frontDoor.monitorId] }),
    );
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () => !(await imageOf("acme")).equals(before));
  });

  test("shows the logo, and never asks another server for letters that its font lacks", async () => {
    const requests = vi.spyOn(globalThis, "fetch");
    await frontDoor.makePage({ subdomain: "plain", name: "状態 🚀 عربى" });
    const plain = await imageOf("plain");
    await frontDoor.makePage({
      subdomain: "drawn",
      name: "状態 🚀 عربى",
      logo_light: `data:image/png;base64,${LOGO}`,
    });
    expect((await imageOf("drawn")).equals(plain)).toBe(false);
    expect(requests).not.toHaveBeenCalled();
    requests.mockRestore();
  });

  test("has the name instead of a logo that can't be drawn", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64");
    await frontDoor.makePage({ subdomain: "sizeless", logo_light: `data:image/svg+xml;base64,${svg}` });
    await imageOf("sizeless");
  });
});
