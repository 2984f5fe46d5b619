import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PROGRAM_VARIABLES, programFile } from "@/e2e/support/program";
import { startStack } from "@/e2e/support/stack";
import type { Readiness } from "@/lib/contract/reference/meta";
import { waitFor } from "@/lib/testing/processes/wait";
import { alertClients } from "./alerts";
import { type Client, execute, type Stage } from "./client";
import { healthchecksClients } from "./healthchecks";
import { mcpClients } from "./mcp";
import { prometheusClients } from "./prometheus";

// `npm run clients -- NAME` installs published clients into a throwaway folder, runs each against a fresh server, and prints what
// happened. What can't be installed here is skipped by name.
const CLIENTS: readonly Client[] = [
  ...mcpClients,
  ...alertClients,
  ...prometheusClients,
  ...healthchecksClients,
];

interface Line {
  readonly client: string;
  readonly version: string;
  readonly does: string;
  readonly result: string;
}

async function main(): Promise<void> {
  const wanted = process.argv[2]?.toLowerCase() ?? "";
  const stack = await startStack({ variables: { RUNNER_REGION: "eu-deu-fra", API_RATE_LIMIT: "10000" } });
  try {
    const access = ["--project", "main", "--access", "platform=write,uptime=write"];
    const env = { ...process.env, ...PROGRAM_VARIABLES, DATA_DIR: stack.dataDir, PORT: String(stack.port) };
    const made = [programFile("cli.mjs"), "keys", "create", "--name", "clients", ...access];
    const key = (await execute(process.execPath, made, { env })).trim();
    const lines: Line[] = [];
    await waitFor("the runner", async () => {
      const { checks } = (await (await fetch(`${stack.url}/api/readyz`)).json()) as Readiness;
      return checks.runner.ok;
    });
    for (const client of CLIENTS.filter(({ name }) => name.toLowerCase().includes(wanted))) {
      const line = await tryOut(client, stack.url, key);
      lines.push(line);
      process.stdout.write(`${line.client} | ${line.version} | ${line.does} | ${line.result}\n`);
    }
    if (lines.some(({ result }) => result.startsWith("failed"))) process.exitCode = 1;
  } finally {
    await stack.stop();
  }
}

async function tryOut(client: Client, url: string, key: string): Promise<Line> {
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-client-"));
  const line = { client: client.name, version: "–", does: client.does };
  try {
    const version = await install(client, folder).catch((error: Error) => error);
    if (version instanceof Error) return { ...line, result: `skipped: ${firstLine(version)}` };
    const result = await client.run(stageIn(folder, url, key)).catch((error: Error) => error);
    if (result instanceof Error) return { ...line, version, result: `failed: ${result.message}` };
    return { ...line, version, result: `works: ${result.trim()}` };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Installs a client's dependencies, and returns its version. */
async function install(
  { packages: [first = "", ...rest], isDebian }: Client,
  folder: string,
): Promise<string> {
  const options = { cwd: folder };
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  if (!isDebian) {
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    await execute("npm", ["install", ...quiet, first, ...rest], options);
    const manifest = path.join(folder, "node_modules", first, "package.json");
    return JSON.parse(await readFile(manifest, "utf8")).version;
  }
  await execute("apt-get", ["download", "-qq", first, ...rest], options);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".deb")))
    await execute("dpkg", ["-x", file, "."], options);
  return firstLine({ message: await execute("sh", ["-c", `dpkg-deb -f ${first}_*.deb Version`], options) });
}

function stageIn(folder: string, url: string, key: string): Stage {
  const exec: Stage["exec"] = (command, args, env = {}) =>
    execute(command, args, { cwd: folder, env: { ...process.env, ...env } });
  return {
    ...{ url, key, folder, exec },
    script: async (text, env) => {
      await writeFile(path.join(folder, "script.mjs"), text);
      return exec(process.execPath, ["script.mjs"], env);
    },
    api: async (method, route, body) => {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(`${url}/api${route}`, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${text}`);
      return text === "" ? null : JSON.parse(text);
    },
  };
}

function firstLine({ message }: { message: string }): string {
  return (message.trim().split("\n")[0] ?? "").slice(0, 120);
}

await main();
