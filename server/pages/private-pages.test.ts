import { describe, expect, it } from "vitest";
import { updateStatusPage } from "@/lib/services/status-pages/writes";
import { renderProjectPages } from "@/lib/status-page/serve/render-project";
import { pool } from "@/lib/store/core/pool";
import { until, useAcmePage } from "@/lib/testing/acme-page";

const frontDoor = useAcmePage();

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

  it("leaks nothing in any representation, method or tag before access is granted", async () => {
    await frontDoor.makePage({
      subdomain: "secret",
      title: "Hush hush",
      name: "Quiet",
      access_token: "open-sesame",
    });
    await frontDoor.makePage({
      subdomain: "worded",
      title: "Hush hush",
      name: "Quiet",
      access_password: "open-sesame",
    });
    for (const subdomain of ["secret", "worded"]) {
      const bodies = new Set<string>();
      for (const path of paths) {
        for (const method of ["GET", "HEAD"]) {
          const { status, text, headers } = await frontDoor.ask(`/status/${subdomain}${path}`, {
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
    const { rows } = await pool().query<{ id: number }>(
      "select id from status_pages where subdomain = 'worded'",
    );
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
