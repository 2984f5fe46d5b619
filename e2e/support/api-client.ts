import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Stack } from "./stack";

const run = promisify(execFile);

export interface ApiClient {
  /** What identifies it, for requests that a test sends itself. */
  readonly headers: Readonly<Record<string, string>>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
}

/** Returns a client of the public API with an organization key, created by the CLI while the server runs. */
export async function apiClient(
  stack: Pick<Stack, "url" | "port" | "dataDir" | "variables">,
  projectId: number,
): Promise<ApiClient> {
  const { stdout } = await run(
    process.execPath,
    [
      "dist/cli.mjs",
      "keys",
      "create",
      "--name",
      "e2e",
      "--organization",
      "--access",
      "platform=write,uptime=write",
    ],
    {
      env: {
        ...process.env,
        ...stack.variables,
        NODE_ENV: "production",
        DATA_DIR: stack.dataDir,
        PORT: String(stack.port),
      },
    },
  );
  const headers = {
    authorization: `Bearer ${stdout.trim()}`,
    "x-service-project-id": String(projectId),
    "content-type": "application/json",
  };
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${stack.url}/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === "" ? null : JSON.parse(text)) as T;
  };
  return { headers, get: (path) => call("GET", path), post: (path, body) => call("POST", path, body) };
}
