import { beforeAll, describe, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { createIncident } from "@/lib/services/incidents/writes";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();
const MAX_BYTES = 2 * 1024;
const EVIL = `</b>"><img src=x onerror=1>`;

beforeAll(async () => {
  await frontDoor.makePage({ subdomain: "closed", access_token: "open-sesame" });
  await renderProjectPages(frontDoor.scene.projectId);
  await until(async () => (await frontDoor.ask("/status/closed")).status === 401);
});

describe("the widget", () => {
  test("is the only document that another site may frame, on every host of the page", async () => {
    for (const [host, base] of [
      ["localhost", "/status/acme"],
      ["status.acme.test", ""],
    ] as const) {
      const framed = await frontDoor.ask(`${base}/embed`, { host });
      expect([framed.status, framed.text.includes("<script")]).toEqual([200, false]);
      expect(framed.headers["content-security-policy"]).toContain("frame-ancestors *");
      for (const path of ["/", "/history", `/components/${frontDoor.monitorId}`, "/embed.js", "/badge.svg"]) {
        const { headers } = await frontDoor.ask(`${base}${path}`, { host });
        expect([path, headers["content-security-policy"]]).toEqual([
          path,
          expect.stringContaining("frame-ancestors 'none'"),
        ]);
      }
    }
  });

  test("and its script have at most 2 KB each, even before compression", async () => {
    for (const path of ["embed", "embed.js"])
      expect((await frontDoor.ask(`/status/acme/${path}`)).bytes.length).toBeLessThanOrEqual(MAX_BYTES);
  });

  test("gives the script a notice only while something is wrong", async () => {
    const calm = await frontDoor.ask("/status/acme/embed.json");
    expect([calm.headers["access-control-allow-origin"], JSON.parse(calm.text).notice]).toEqual(["*", null]);
    await createIncident(
      frontDoor.scene.caller(),
      CreateIncident.parse({ title: "Down", impact: "major_outage", monitors: [frontDoor.monitorId] }),
    );
    await renderProjectPages(frontDoor.scene.projectId);
    await until(async () =>
      (await frontDoor.ask("/status/acme/embed.json")).text.includes("Acme: Major outage"),
    );
    expect((await frontDoor.ask("/status/acme/embed")).text).toContain("<b>Major outage</b>");
  });

  test("refuses private pages, with and without the token", async () => {
    for (const path of ["embed", "embed.js", "embed.json"]) {
      expect((await frontDoor.ask(`/status/closed/${path}`)).status).toBe(401);
      expect((await frontDoor.ask(`/status/closed/${path}?token=open-sesame`)).status).toBe(404);
    }
  });

  test("escapes the page's name", async () => {
    await frontDoor.makePage({ subdomain: "evil", name: EVIL });
    await renderProjectPages(frontDoor.scene.projectId);
    const { status, text } = await frontDoor.ask("/status/evil/embed");
    expect([status, text.includes("<img")]).toEqual([200, false]);
  });
});
