import path from "node:path";
import { type Client, expectSame } from "./client";
import { through } from "./proxy";

/** Scenarios that apply to a server without streams, prompts, and the test suite's own example tools. */
const SCENARIOS = ["server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"];

const conformance: Client = {
  name: "MCP conformance",
  // Its program needs a newer Node than the server.
  packages: ["@modelcontextprotocol/conformance", "node@22"],
  does: `server scenarios ${SCENARIOS.join(", ")}`,
  run: (stage) =>
    through(stage, { authorization: `Bearer ${stage.key}` }, async (origin) => {
      const url = `${origin}/mcp`;
      const modules = path.join(stage.folder, "node_modules");
      const lines: string[] = [];
      for (const scenario of SCENARIOS) {
        const program = path.join(modules, "@modelcontextprotocol/conformance/dist/index.js");
        const args = [program, "server", "--url", url, "--scenario", scenario];
        const printed = await stage.exec(path.join(modules, "node/bin/node"), args);
        lines.push(
          `${scenario} ${/Passed: \d+\/\d+/.exec(printed)?.[0] ?? printed.trim().split("\n").at(-1)}`,
        );
      }
      return lines.join("; ");
    }),
};

const inspector: Client = {
  name: "MCP Inspector",
  packages: ["@modelcontextprotocol/inspector"],
  does: "--cli: tools/list, tools/call, resources/read",
  run: (stage) =>
    through(stage, { authorization: `Bearer ${stage.key}` }, async (origin) => {
      const url = `${origin}/mcp`;
      const ask = async (...args: string[]) =>
        JSON.parse(await stage.exec("npx", ["mcp-inspector", "--cli", url, "--transport", "http", ...args]));
      const { tools } = await ask("--method", "tools/list");
      const one = ["--tool-name", "listMonitors", "--tool-arg", "per_page=1"];
      const called = await ask("--method", "tools/call", ...one);
      expectSame(called.isError, false, "listMonitors");
      const read = await ask("--method", "resources/read", "--uri", "vedette://overview");
      return `${tools.length} tools, ${read.contents.length} resource`;
    }),
};

const sdk: Client = {
  name: "MCP TypeScript SDK",
  packages: ["@modelcontextprotocol/sdk"],
  does: "connect, list, create and delete a monitor, read resources",
  run: ({ url, key, script }) =>
    script(
      `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
const client = new Client({ name: "clients", version: "1" });
const headers = { Authorization: "Bearer " + process.env.KEY };
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.URL + "/mcp"), { requestInit: { headers } }));
const { tools } = await client.listTools();
const body = { name: "MCP", protocol: "heartbeat", request: {} };
const made = await client.callTool({ name: "createMonitor", arguments: { body } });
if (made.isError) throw new Error(made.content[0].text);
const monitorId = made.structuredContent.id;
await client.callTool({ name: "deleteMonitor", arguments: { monitorId } });
const gone = await client.callTool({ name: "getMonitor", arguments: { monitorId } });
const { resources } = await client.listResources();
for (const { uri } of resources) await client.readResource({ uri });
if (!gone.isError) throw new Error("the monitor is still there");
console.log(tools.length + " tools, " + resources.length + " resources read, monitor created and deleted");
await client.close();`,
      { URL: url, KEY: key },
    ),
};

export const mcpClients: readonly Client[] = [conformance, inspector, sdk];
