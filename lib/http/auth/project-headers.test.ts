import { describe, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";

const accounts = useAccounts();

describe("project headers", () => {
  test("project headers are required, accept IDs, slugs, and aliases, and respond with 403 for foreign and 422 for contradicting projects", async () => {
    const ask = (headers: Record<string, string>, token = accounts.orgWrite) =>
      api(token, { headers }).get("/uptime/monitors");
    const none = await ask({});
    expect(none.status).toBe(403);
    expect(none.body.message).toMatch(/X-Service-Project-Id.*X-Service-Project-Slug/);
    const { app, other, foreign } = accounts.projects;
    const ways: Record<string, string>[] = [
      { "X-Service-Project-Id": String(app) },
      { "X-Service-Project-Slug": "app" },
      { "X-Phare-Project-Id": String(app) },
      { "X-Phare-Project-Slug": "app" },
      { "X-Service-Project-Id": String(app), "X-Service-Project-Slug": "app" },
    ];
    for (const headers of ways) {
      expect((await ask(headers)).status).toBe(200);
    }
    const foreignAnswer = await ask({ "X-Service-Project-Id": String(foreign) });
    const missing = await ask({ "X-Service-Project-Id": "999999" });
    expect(foreignAnswer.status).toBe(403);
    expect(missing.body).toEqual(foreignAnswer.body);
    expect((await ask({ "X-Service-Project-Slug": "foreign" })).body).toEqual(foreignAnswer.body);
    expect((await ask({ "X-Service-Project-Slug": Buffer.from("аpp").toString("latin1") })).body).toEqual(
      foreignAnswer.body,
    );
    const disagreeing: Record<string, string>[] = [
      { "X-Service-Project-Id": String(app), "X-Service-Project-Slug": "other" },
      { "X-Service-Project-Id": String(app), "X-Phare-Project-Id": String(other) },
      { "X-Service-Project-Id": String(app), "X-Service-Project-Slug": "foreign" },
    ];
    for (const headers of disagreeing) {
      expect((await ask(headers)).status).toBe(422);
    }
    expect((await ask({ "X-Service-Project-Id": String(other) }, accounts.prjWrite)).status).toBe(200);
    expect((await ask({ "X-Service-Project-Id": String(other) }, accounts.cleoToken)).status).toBe(403);
    expect((await ask({}, accounts.cleoToken)).status).toBe(200);
    expect((await ask({}, accounts.adaToken)).status).toBe(403);
  });

  test("a record of another project is the same 404 as a missing one", async () => {
    const made = await api(accounts.orgWrite, { project: accounts.projects.other }).post("/uptime/monitors", {
      ...MONITOR,
      name: "Elsewhere",
    });
    const own = await api(accounts.prjWrite).get(`/uptime/monitors/${made.body.id}`);
    const missing = await api(accounts.prjWrite).get("/uptime/monitors/99999999");
    expect([own.status, own.text]).toEqual([404, missing.text]);
  });
});
