import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PROGRAM_VARIABLES, programFile } from "./program";
import type { Stack } from "./stack";

const run = promisify(execFile);

export interface ApiClient {
  /** Headers that identify it, for requests that a test sends itself. */
  readonly headers: Readonly<Record<string, string>>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  delete(path: string): Promise<void>;
}

type Server = Pick<Stack, "url" | "port" | "dataDir" | "variables">;

/** Returns a client of the public API with an organization key. */
export async function apiClient(stack: Server, projectId: number): Promise<ApiClient> {
  const { OWNER_EMAIL, APP_URL } = stack.variables;
  const token = await (OWNER_EMAIL && !APP_URL ? tokenOfOwner(stack) : tokenFromCli(stack));
  const headers = {
    authorization: `Bearer ${token}`,
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
  return {
    headers,
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    delete: (path) => call("DELETE", path),
  };
}

/** Creates a key as the owner does in the dashboard, because a start of the CLI takes over a second of CPU. */
async function tokenOfOwner({ url, variables }: Server): Promise<string> {
  const send = async (method: string, path: string, body: unknown, cookie = "") => {
    const headers = { Origin: url, "Content-Type": "application/json", Cookie: cookie };
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const credentials = { email: variables.OWNER_EMAIL, password: variables.OWNER_PASSWORD };
  const [cookie = ""] = (await send("POST", "/session", credentials)).headers.getSetCookie();
  const key = {
    kind: "organization",
    name: "e2e",
    platform: "write",
    uptime: "write",
    current_password: credentials.password,
  };
  const made = (await (await send("POST", "/keys", key, cookie)).json()) as { token: string };
  await send("DELETE", "/session", {}, cookie);
  return made.token;
}

/** Creates a key with the CLI while the server runs, which needs no owner. */
async function tokenFromCli(stack: Server): Promise<string> {
  const access = ["--organization", "--access", "platform=write,uptime=write"];
  const { stdout } = await run(
    process.execPath,
    [programFile("cli.mjs"), "keys", "create", "--name", "e2e", ...access],
    {
      env: {
        ...process.env,
        ...stack.variables,
        ...PROGRAM_VARIABLES,
        DATA_DIR: stack.dataDir,
        PORT: String(stack.port),
      },
    },
  );
  return stdout.trim();
}
