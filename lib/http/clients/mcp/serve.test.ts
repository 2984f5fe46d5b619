import { describe, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { MONITOR } from "@/lib/testing/scene";

const accounts = useAccounts();
const door = useFrontDoor();

async function send(
  message: object | string,
  token = accounts.prjWrite,
  headers: Record<string, string> = {},
) {
  const body = typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message });
  const { status, text } = await door.ask("/mcp", {
    method: "POST",
    body,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  return { status, body: text ? JSON.parse(text) : null };
}

async function call(name: string, args: object, token?: string) {
  const { body } = await send({ id: 1, method: "tools/call", params: { name, arguments: args } }, token);
  return body.result ?? body.error;
}

describe("the Model Context Protocol", () => {
  test("initializes in the client's version, accepts notifications, and has no stream", async () => {
    const initialize = (protocolVersion: string) =>
      send({ id: "a", method: "initialize", params: { protocolVersion, capabilities: {}, clientInfo: {} } });
    expect((await initialize("2025-06-18")).body).toMatchObject({
      id: "a",
      result: { protocolVersion: "2025-06-18", serverInfo: { name: "vedette" } },
    });
    expect((await initialize("1999-01-01")).body.result.protocolVersion).toBe("2025-11-25");
    expect(await send({ method: "notifications/initialized" })).toEqual({ status: 202, body: null });
    expect((await send({ id: 2, method: "ping" })).body).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
    expect((await door.ask("/mcp")).status).toBe(405);
  });

  test("null instead of nothing is nothing", async () => {
    expect((await send({ id: 1, method: "ping", params: null })).body.result).toEqual({});
    const params = { name: "listMonitors", arguments: null };
    expect((await send({ id: 2, method: "tools/call", params })).body.result.isError).toBe(false);
  });

  test("the tool that creates monitors names what each protocol needs, and what all share once", async () => {
    const { body } = await send({ id: 1, method: "tools/list" });
    const made = body.result.tools.find(({ name }: { name: string }) => name === "createMonitor");
    expect(JSON.stringify(made).length).toBeLessThan(60_000);
    const { properties, required } = made.inputSchema.properties.body;
    expect(required).toEqual(["protocol", "request", "name"]);
    expect(properties.name).toMatchObject({ type: "string" });
    expect(properties.protocol.enum).toContain("heartbeat");
    const requests: { title: string; properties: object }[] = properties.request.anyOf;
    const { properties: group } = requests.find(({ title }) => title === "group") ?? {};
    expect(Object.keys(group ?? {})).toEqual(["members", "condition", "required"]);
  });

  test("malformed messages, unknown methods, versions, and other sites are refused", async () => {
    const codeOf = async (message: object | string) => {
      const { status, body } = await send(message);
      return [status, body.error.code];
    };
    expect(await codeOf("{")).toEqual([400, -32700]);
    expect(await codeOf({ id: 1 })).toEqual([400, -32600]);
    expect(await codeOf({ id: 1, method: "prompts/list" })).toEqual([200, -32601]);
    expect(await codeOf({ id: 1, method: "tools/call", params: { name: "nothing" } })).toEqual([200, -32602]);
    const ping = { id: 1, method: "ping" };
    expect((await send(ping, accounts.prjWrite, { "MCP-Protocol-Version": "1" })).status).toBe(400);
    expect((await send(ping, accounts.prjWrite, { Origin: "https://evil.example" })).status).toBe(403);
  });

  test("every method needs a key", async () => {
    for (const message of [
      { id: 1, method: "tools/list" },
      { method: "notifications/initialized" },
      { id: 1, method: "tools/call", params: { name: "listMonitors" } },
      { id: 1, method: "resources/read", params: { uri: "vedette://runbook" } },
      { id: 1, method: "resources/read", params: { uri: "vedette://overview" } },
    ])
      for (const token of ["", "upt_prj_wrong"]) expect((await send(message, token)).status).toBe(401);
    const cookie = await send({ id: 1, method: "tools/list" }, "", { Cookie: "vedette_session=x" });
    expect(cookie.status).toBe(401);
  });

  test("tools are the endpoints that the key may call, with hints and whole schemas", async () => {
    const toolsOf = async (token: string) =>
      (await send({ id: 1, method: "tools/list" }, token)).body.result.tools;
    const tools: {
      name: string;
      annotations: object;
      inputSchema: { required: string[]; properties: object };
    }[] = await toolsOf(accounts.prjWrite);
    const named = (name: string) => tools.find((tool) => tool.name === name);
    expect(named("listMonitors")?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(named("deleteMonitor")).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true },
      inputSchema: { required: ["monitorId"], properties: { project: {}, monitorId: { type: "integer" } } },
    });
    expect(named("createMonitor")?.inputSchema.required).toEqual(["body"]);
    expect(Object.keys(named("listMonitors")?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(["page", "per_page", "status"]),
    );
    expect(JSON.stringify(tools)).not.toContain("$ref");
    const readable: typeof tools = await toolsOf(accounts.prjRead);
    expect(readable.map(({ name }) => name)).not.toContain("createMonitor");
    expect(readable.map(({ name }) => name)).toContain("getMonitor");
  });

  test("a tool does what the API does, with the same permissions, projects, and errors", async () => {
    const made = await call("createMonitor", { body: MONITOR });
    expect(made).toMatchObject({ isError: false, structuredContent: { name: "Shop" } });
    const { id } = made.structuredContent;
    expect((await call("listMonitors", { search: "Shop", per_page: 1 })).structuredContent).toMatchObject({
      data: [{ id }],
      meta: { per_page: 1 },
    });
    expect((await call("getMonitor", { monitorId: id }, accounts.foreignWrite)).isError).toBe(true);
    expect((await call("pauseMonitor", { monitorId: id }, accounts.prjRead)).content[1].text).toBe(
      "HTTP 403",
    );
    const invalid = await call("createMonitor", { body: { ...MONITOR, name: "S" } });
    expect(JSON.parse(invalid.content[0].text).errors).toHaveProperty("name");
    expect((await call("listMonitors", {}, accounts.orgWrite)).isError).toBe(true);
    const project = accounts.projects.app;
    expect((await call("listMonitors", { project }, accounts.orgWrite)).isError).toBe(false);
    expect(await call("deleteMonitor", { monitorId: id })).toMatchObject({ content: [{ text: "Done." }] });
    expect((await api(accounts.prjWrite).get(`/uptime/monitors/${id}`)).status).toBe(404);
  });

  test("resources are the overview, the runbook, and incidents", async () => {
    const read = async (uri: string) => {
      const { body } = await send({ id: 1, method: "resources/read", params: { uri } });
      return body.result?.contents ?? body.error;
    };
    const list = (await send({ id: 1, method: "resources/list" })).body.result.resources;
    expect(list.map(({ uri }: { uri: string }) => uri)).toEqual(["vedette://overview", "vedette://runbook"]);
    expect(JSON.parse((await read("vedette://overview"))[0].text)).toHaveProperty("monitors");
    expect((await read("vedette://runbook"))[0].text).toContain("# Runbook");
    const client = api(accounts.prjWrite);
    const made = await client.post("/uptime/incidents", { title: "Slow", impact: "partial_outage" });
    const [incident, timeline] = await read(`vedette://incidents/${made.body.id}`);
    expect([JSON.parse(incident.text).title, JSON.parse(timeline.text)]).toMatchObject(["Slow", {}]);
    for (const uri of ["vedette://incidents/999999999", "vedette://other", "file:///etc/passwd"])
      expect((await read(uri)).code).toBe(-32002);
  });
});
