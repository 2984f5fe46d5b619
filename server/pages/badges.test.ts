import { beforeAll, expect, test } from "vitest";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { until, useAcmePage } from "@/lib/testing/pages/acme-page";

const frontDoor = useAcmePage();
const PATHS = [
  ...["badge.svg", "embed-badges/static-status", "embed-badges/live-status", "embed-badges/pulse-status"],
  ...["shield-badges/status.json", "shield-badges/availability.json"],
];

beforeAll(async () => {
  await frontDoor.makePage({ subdomain: "closed", access_token: "open-sesame" });
  await renderProjectPages(frontDoor.scene.projectId);
  await until(async () => (await frontDoor.ask("/status/closed")).status === 401);
});

test.each(PATHS)("%s can be embedded anywhere, with options", async (path) => {
  for (const query of ["", `?label=Shop&component=${frontDoor.monitorId}`]) {
    const { status, headers } = await frontDoor.ask(`/status/acme/${path}${query}`);
    expect([query, status, headers["access-control-allow-origin"]]).toEqual([query, 200, "*"]);
    expect(headers["cache-control"]).toBe("no-cache");
  }
});

test("a wrong option answers 422 with its name, and a component of another page 404", async () => {
  const wrong = await frontDoor.ask("/status/acme/badge.svg?size=<b>");
  expect([wrong.status, wrong.text]).toEqual([422, 'size must be one of small, medium, large; got "<b>"\n']);
  expect(wrong.headers["content-type"]).toContain("text/plain");
  expect((await frontDoor.ask("/status/acme/badge.svg?component=999")).status).toBe(404);
});

test("the styles of a badge pass its own content security policy", async () => {
  const { headers } = await frontDoor.ask("/status/acme/embed-badges/pulse-status");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-.+; sandbox$/);
});

test.each(PATHS)("%s of a private page needs the token", async (path) => {
  expect((await frontDoor.ask(`/status/closed/${path}?label=x`)).status).toBe(401);
  expect((await frontDoor.ask(`/status/closed/${path}?token=open-sesame`)).status).toBe(200);
});
