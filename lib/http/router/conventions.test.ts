import { beforeEach, describe, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { MONITOR } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
beforeEach(() => limit("100000"));

function limit(calls: string): void {
  process.env.API_RATE_LIMIT = calls;
  forget("env");
  forget("http.rate");
}

describe("every request", () => {
  const org = (project?: number) => api(accounts.orgWrite, { project });
  const prj = () => api(accounts.prjWrite);

  test("an unknown route is a JSON 404, with and without a token, at any depth", async () => {
    for (const path of ["/nope", "/uptime/nope", "/uptime/monitors/1/nope/2", "/uptime//monitors", "/../x"]) {
      const answer = await api(undefined).get(path);
      expect([path, answer.status, answer.body]).toEqual([path, 404, { message: "Resource not found." }]);
      expect(answer.headers["X-Request-Id"]).toBeTruthy();
    }
  });

  test("accepts a trailing slash, and the base path responds", async () => {
    expect((await prj().get("/uptime/monitors/")).status).toBe(200);
    expect((await api(undefined).get("/")).body).toMatchObject({ title: "Vedette API", version: "1.0" });
  });

  test("PUT and PATCH are 405 with Allow", async () => {
    for (const method of ["PUT", "PATCH"]) {
      const item = await prj().call(method, "/uptime/monitors/1", {});
      expect([item.status, item.headers.Allow]).toEqual([405, "GET, HEAD, POST, DELETE"]);
      expect(item.body.message).toContain("is not allowed here; allowed: GET, HEAD, POST, DELETE.");
      const fixed = await prj().call(method, "/uptime/monitors/check", {});
      expect(fixed.headers.Allow).toBe("POST");
    }
    expect((await prj().call("OPTIONS", "/uptime/monitors")).status).toBe(204);
  });

  test("HEAD responds like GET without a body", async () => {
    const { status, headers } = await prj().call("HEAD", "/whoami");
    expect([status, headers["Content-Type"]]).toEqual([200, "application/json"]);
  });

  test("keeps a valid request ID and replaces an invalid one", async () => {
    expect((await prj().get("/whoami", { "X-Request-Id": "abc-123" })).headers["X-Request-Id"]).toBe(
      "abc-123",
    );
    for (const bad of ["a b", "x".repeat(200), "<script>"]) {
      expect((await prj().get("/whoami", { "X-Request-Id": bad })).headers["X-Request-Id"]).toMatch(
        /^[0-9a-f-]{36}$/,
      );
    }
  });

  test("nothing behind a credential is cached; single GETs answer If-None-Match", async () => {
    const first = await prj().get(`/projects/${accounts.projects.app}`);
    expect(first.headers["Cache-Control"]).toBe("no-store");
    const tag = first.headers.ETag ?? "";
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
      const again = await prj().get(`/projects/${accounts.projects.app}`, { "If-None-Match": header });
      expect([again.status, again.text]).toEqual([304, ""]);
    }
    expect(
      (await prj().get(`/projects/${accounts.projects.app}`, { "If-None-Match": '"other"' })).status,
    ).toBe(200);
    expect((await prj().get("/uptime/monitors")).headers.ETag).toBeUndefined();
  });

  test("handles empty, invalid, non-object, too deep, and too long bodies", async () => {
    const client = org(accounts.projects.app);
    expect((await client.post("/uptime/monitors/999/pause", "")).status).toBe(404);
    expect(
      (await client.post("/uptime/monitors/999/pause", "", { "Content-Type": "application/json" })).status,
    ).toBe(404);
    for (const body of ["{", "nope", '{"a":1}x', "\ufeff{", Buffer.from([0x7b, 0xff, 0x7d]), '{"a":1,}']) {
      expect((await client.post("/uptime/monitors", body)).status).toBe(400);
    }
    for (const body of ["[]", '"text"', "1", "null"]) {
      expect((await client.post("/uptime/monitors", body)).body.message).toMatch(/must be a JSON object/);
    }
    const deep = await client.post("/uptime/monitors", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`);
    expect([deep.status, deep.body.message]).toEqual([400, "The body is nested deeper than 32 levels."]);
    expect((await client.post("/uptime/monitors", { name: "x".repeat(1024 * 1024) })).status).toBe(413);
  });

  test("does not cache authenticated responses; single GETs support If-None-Match", async () => {
    const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"name":"x"}';
    const answer = await org(accounts.projects.app).post("/uptime/monitors", body);
    expect(answer.status).toBe(422);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("lists have meta, links that keep filters, an empty page past the end, and limits", async () => {
    const client = org(accounts.projects.other);
    for (let index = 0; index < 5; index += 1) {
      const made = await client.post("/uptime/monitors", {
        ...MONITOR,
        name: `Monitor ${index}`,
        tags: ["a", "b"],
      });
      expect(made.status).toBe(201);
    }
    const page = await client.get("/uptime/monitors?tag=a&tag=b&per_page=2&page=2&unknown=1");
    expect(page.body.meta).toEqual({
      current_page: 2,
      from: 3,
      to: 4,
      per_page: 2,
      path: "http://localhost:3000/api/uptime/monitors",
    });
    const url = "http://localhost:3000/api/uptime/monitors?tag=a&tag=b&per_page=2&unknown=1&page=";
    expect(page.body.links.next).toBe(`${url}${page.body.links.last.match(/\d+$/) && 3}`);
    expect(page.body.links.prev).toBe(`${url}1`);
    expect(page.body.links.first).toBe(`${url}1`);
    const counted = await client.get("/uptime/monitors?tag=a&per_page=2&with_total=true");
    expect(counted.body.meta).toMatchObject({ to: 2, total: 5 });
    for (const far of [999, 1_000_001, 2 ** 40, Number.MAX_SAFE_INTEGER]) {
      const { status, body } = await client.get(`/uptime/monitors?page=${far}`);
      expect([status, body.data, body.meta?.current_page]).toEqual([200, [], far]);
      expect([body.meta.from, body.links.next]).toEqual([null, null]);
    }
    expect((await client.get("/uptime/monitors?tag=x,a")).body.data.length).toBeGreaterThan(0);
    expect((await client.get("/uptime/monitors?tag=x")).body.data).toEqual([]);
    for (const query of [
      "page=0",
      "page=-1",
      "page=abc",
      "page=1e3",
      "page=0x10",
      "page=1.5",
      "per_page=0",
      "per_page=101",
      "per_page=NaN",
      "page=1&page=2",
      "page=",
      `page=${"9".repeat(30)}`,
    ]) {
      const answer = await client.get(`/uptime/monitors?${query}`);
      expect([query, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
        query,
        422,
        [query.split("=")[0]],
      ]);
    }
  });

  test("an Idempotency-Key returns the first response again", async () => {
    const key = { "Idempotency-Key": `key-${Math.random()}` };
    const body = { ...MONITOR, name: "Once" };
    const first = await prj().post("/uptime/monitors", body, key);
    const again = await prj().post("/uptime/monitors", body, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.Location).toBe(first.headers.Location);
    const other = await prj().post("/uptime/monitors", { ...body, name: "Other" }, key);
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ["Idempotency-Key"]]);
    const refused = { "Idempotency-Key": `key-${Math.random()}` };
    expect((await prj().post("/uptime/monitors", { name: "x" }, refused)).status).toBe(422);
    expect((await prj().post("/uptime/monitors", body, refused)).status).toBe(201);
    const long = await prj().post("/uptime/monitors", body, { "Idempotency-Key": "x".repeat(256) });
    expect(long.status).toBe(422);
  });

  test("projects can use the same Idempotency-Key", async () => {
    const key = { "Idempotency-Key": "commit-1f3a" };
    expect((await prj().post("/uptime/deployments", { name: "Shop", version: "1f3a" }, key)).status).toBe(
      201,
    );
    const inOther = org(accounts.projects.other);
    const other = await inOther.post("/uptime/deployments", { name: "Blog", version: "1f3a" }, key);
    expect([other.status, other.body.name]).toEqual([201, "Blog"]);
  });

  describe("when the server stopped before it kept the response", () => {
    const body = { ...MONITOR, name: "Kept" };
    const stopped = (key: string) =>
      run`update idempotency_keys set status = null, body = null, created_at = now() - interval '3 minutes'
        where key like '% ' || ${key}`;
    const created = async () => {
      const rows = await run`select from monitors where name = 'Kept'`;
      return rows.length;
    };

    test("a request that took effect isn't repeated", async () => {
      const key = { "Idempotency-Key": "stopped-after" };
      expect((await prj().post("/uptime/monitors", body, key)).status).toBe(201);
      await stopped("stopped-after");
      const again = await prj().post("/uptime/monitors", body, key);
      expect([again.status, again.body.message]).toEqual([409, expect.stringContaining("took effect")]);
      expect(await created()).toBe(1);
    });

    test("a single insert counts as an effect", async () => {
      const key = { "Idempotency-Key": "stopped-deployment" };
      const release = { name: "Shop", version: "1.0.0" };
      expect((await prj().post("/uptime/deployments", release, key)).status).toBe(201);
      await stopped("stopped-deployment");
      expect((await prj().post("/uptime/deployments", release, key)).status).toBe(409);
    });

    test("a request that hadn't taken effect runs", async () => {
      const key = { "Idempotency-Key": "stopped-before" };
      expect((await prj().post("/uptime/monitors", body, key)).status).toBe(201);
      await run`delete from monitors where name = 'Kept'`;
      await run`update idempotency_keys set took_effect = false where key like '% stopped-before'`;
      await stopped("stopped-before");
      expect((await prj().post("/uptime/monitors", body, key)).status).toBe(201);
      expect(await created()).toBe(1);
    });
  });

  test("ten simultaneous requests with one key create one record", async () => {
    const key = { "Idempotency-Key": `key-${Math.random()}` };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => prj().post("/uptime/monitors", { ...MONITOR, name: "Race" }, key)),
    );
    const made = answers.filter((answer) => answer.status === 201);
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.every((answer) => [201, 409].includes(answer.status))).toBe(true);
  });

  test("problem+json on request adds members next to message and errors", async () => {
    const accept = { Accept: "application/problem+json, application/json" };
    const { body, headers, status } = await prj().post("/uptime/monitors", { name: "x" }, accept);
    expect([status, headers["Content-Type"]]).toEqual([422, "application/problem+json"]);
    expect(body).toMatchObject({
      type: "about:blank",
      title: "Unprocessable Entity",
      status: 422,
      detail: body.message,
    });
    expect(Object.keys(body.errors)).toContain("protocol");
  });

  test.each([
    ["Application/Problem+JSON", "application/problem+json"],
    ["application/problem+json;q=0.5, */*;q=0.1", "application/problem+json"],
    ["application/json, application/problem+json;q=0", "application/json"],
    ["application/problem+json; q=0.000", "application/json"],
    ["application/problem+jsonx", "application/json"],
  ])("answers an error with Accept %s as %s", async (accept, type) => {
    const { headers } = await prj().get("/uptime/monitors/0", { Accept: accept });
    expect(headers["Content-Type"]).toBe(type);
  });

  test.each([
    ["nothing", undefined],
    ["another scheme", "Basic dXNlcjpwYXNz"],
    ["no token", "Bearer"],
    ["two", "Bearer a b"],
    ["garbage", "Bearer upt_org_xxx"],
    ["a wrong checksum", `Bearer upt_org_${"a".repeat(49)}`],
  ])("%s is not accepted", async (__, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await api(undefined, { headers }).get("/whoami");
    expect([answer.status, answer.body, answer.headers["WWW-Authenticate"]]).toEqual([
      401,
      { message: "Unauthenticated." },
      "Bearer",
    ]);
  });

  test("ignores IDs and the project in a body", async () => {
    const body = {
      ...MONITOR,
      name: "Mass",
      id: 1,
      project_id: accounts.projects.foreign,
      status: "online",
      created_at: "2020-01-01T00:00:00Z",
    };
    const made = await prj().post("/uptime/monitors", body);
    expect(made.body).toMatchObject({ project_id: accounts.projects.app, status: "fetching" });
    expect(made.body.id).not.toBe(1);
    expect(made.body.created_at).not.toBe("2020-01-01T00:00:00Z");
  });
});
