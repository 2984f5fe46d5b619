import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { dispatchApi } from "@/server/front-door/api-dispatch";

// Minimal clients that behave exactly like the published clients of this API, over a real socket.
const accounts = useAccounts();
let server: Server;
let origin = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    void dispatchApi(request, response, "127.0.0.1", new AbortController().signal);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  setEnv({ APP_URL: origin, API_RATE_LIMIT: "100000" });
});
afterAll(() => {
  server.close();
  setEnv({ APP_URL: "" });
});

type Headers = Record<string, string>;

/** A Terraform provider: base URL + path, JSON content type on everything, project by the older header name. */
function terraform(base: string, headers: Headers = { "X-Phare-Project-Slug": "app" }) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        Authorization: `Bearer ${accounts.orgWrite}`,
        "Content-Type": "application/json",
        Accept: "application/json",
        "User-Agent": "terraform-provider/1.0",
        ...headers,
      },
      ...(method === "POST" && { body: body === undefined ? "" : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null, text };
  };
}

describe("infrastructure as code", () => {
  test("creates, reads, and updates with every field, null tags, and no assertions, and returns what was sent", async () => {
    const call = terraform(`${origin}/api`);
    const sent = {
      name: "From Terraform",
      protocol: "tcp",
      request: { host: "db.example.com", port: 5432, connection: "plain" },
      interval: 60,
      timeout: 7000,
      incident_confirmations: 1,
      recovery_confirmations: 3,
      regions: ["na-usa-iad", "as-jpn-hnd", "eu-deu-fra"],
      tags: null,
      project_id: null,
      alert_policy_id: 7,
      keyword: "",
    };
    const made = await call("POST", "/uptime/monitors", sent);
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    expect(made.body).toMatchObject({ tags: null, regions: sent.regions, timeout: 7000, interval: 60 });
    expect(made.body.request).toMatchObject({ port: "5432", connection: "plain" });
    expect(made.body).not.toHaveProperty("keyword");
    const path = `/uptime/monitors/${made.body.id}`;
    expect((await call("GET", path)).body).toEqual(made.body);
    const again = await call("POST", path, { ...sent, name: "Renamed" });
    expect(again.body).toMatchObject({ name: "Renamed", regions: sent.regions, tags: null });
    expect((await call("POST", `${path}/pause`)).status).toBe(204);
    expect((await call("POST", `${path}/pause`)).status).toBe(204);
    expect((await call("POST", `${path}/resume`)).status).toBe(204);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("DELETE", path)).status).toBe(404);
    expect((await call("GET", path)).status).toBe(404);
  });

  test("an http monitor without assertions gets the default, and headers keep their order", async () => {
    const call = terraform(`${origin}/api`, { "X-Phare-Project-Id": String(accounts.projects.app) });
    const headers = [
      { name: "X-B", value: "2" },
      { name: "X-A", value: "1" },
      { name: "Accept", value: "text/html" },
    ];
    const request = { method: "GET", url: "https://example.com/", headers, user_agent_secret: "shown again" };
    const made = await call("POST", "/uptime/monitors", {
      name: "Http",
      protocol: "http",
      request,
      regions: ["eu-deu-fra"],
      interval: 300,
      timeout: 10000,
      incident_confirmations: 1,
      recovery_confirmations: 1,
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    expect(made.body.request).toMatchObject(request);
    expect(made.body.success_assertions).toEqual([{ type: "status_code", operator: "in", value: "2xx,30x" }]);
  });

  test("settings of a rule are returned with the same keys in the same order, without additions", async () => {
    const call = terraform(`${origin}/api`);
    const integration = await call("POST", "/apps/outgoing_webhook/integrations", {
      name: "Hook",
      settings: { url: "https://hooks.example.com/x", secret: "0123456789abcdef" },
    });
    expect(integration.body.settings).toEqual({ url: "https://hooks.example.com/x" });
    const schema = '{"z": "{{ incident.title }}",\n  "a": [1, {"b": "{{ project.name }}"}]}';
    const made = await call("POST", "/alert-rules", {
      event: "uptime.incident.created",
      integration_id: integration.body.id,
      rate_limit: 0,
      event_settings: { type: "all" },
      integration_settings: { schema },
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    expect(made.text).toContain(`"event_settings":{"type":"all"}`);
    expect(made.body.integration_settings).toEqual({ schema });
    const read = await call("GET", `/alert-rules/${made.body.id}`);
    expect(read.text).toBe(made.text);
    const plain = await call("POST", "/apps/email/integrations", {
      name: "Mail",
      settings: { members: [accounts.users.ada] },
    });
    const rule = {
      event: "uptime.monitor.created",
      integration_id: plain.body.id,
      rate_limit: 5,
      event_settings: {},
      integration_settings: {},
    };
    const empty = await call("POST", "/alert-rules", rule);
    expect([empty.body.event_settings, empty.body.integration_settings]).toEqual([{}, {}]);
    expect((await call("DELETE", `/apps/email/integrations/${plain.body.id}`)).status).toBe(409);
  });
});

test("a client that lists everything follows links.next until it is null", async () => {
  const call = terraform(`${origin}/api/`, { "X-Service-Project-Slug": "other" });
  for (let index = 0; index < 7; index += 1) {
    const made = await call("POST", "uptime/monitors", {
      name: `Listed ${index}`,
      protocol: "icmp",
      request: { host: "example.com" },
      regions: ["eu-deu-fra"],
    });
    expect(made.status).toBe(201);
  }
  const seen: number[] = [];
  let next: string | null = `${origin}/api/uptime/monitors?per_page=3`;
  while (next) {
    const answer: Response = await fetch(next, {
      headers: { Authorization: `Bearer ${accounts.orgWrite}`, "X-Service-Project-Slug": "other" },
    });
    const page = await answer.json();
    seen.push(...page.data.map((monitor: { id: number }) => monitor.id));
    next = page.links.next;
  }
  expect(seen).toHaveLength(7);
  expect(seen).toEqual([...seen].sort((a, b) => b - a));
  const whole = await call("GET", "uptime/monitors/?per_page=100");
  expect(whole.body.meta).toMatchObject({ per_page: 100, current_page: 1, from: 1, to: 7 });
});

test("a launcher reads with a project key and no project header", async () => {
  const response = await fetch(`${origin}/api/uptime/monitors?per_page=100`, {
    headers: { authorization: `bearer ${accounts.prjRead}` },
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
});

test("a deployment action opens and closes a manual incident", async () => {
  const call = terraform(`${origin}/api`);
  const made = await call("POST", "/uptime/incidents", {
    title: "Deploy",
    impact: "maintenance",
    monitors: [],
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ type: "manual", status: "ongoing", state: "unknown" });
  const path = `/uptime/incidents/${made.body.id}`;
  expect((await call("POST", `${path}/updates`, { state: "monitoring", content: "Rolled out" })).status).toBe(
    201,
  );
  expect((await call("POST", `${path}/recover`)).status).toBe(204);
  expect((await call("POST", `${path}/recover`)).status).toBe(204);
  expect((await call("GET", path)).body.status).toBe("recovered");
});

test("4xx responses state the reason, and 401 includes its challenge", async () => {
  const response = await fetch(`${origin}/api/uptime/monitors`, {
    headers: { Authorization: "Bearer wrong" },
  });
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(await response.json()).toEqual({ message: "Unauthenticated." });
});
