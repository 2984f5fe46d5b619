import { operations } from "./operations.js";

const RETRIES = 3;
const RETRY_STATUSES = new Set([429, 502, 503, 504]);
const WAIT_MAX_MS = 60_000;

/** A rejected request: its status, the API's message and, for 422, the errors by field. */
export class ApiError extends Error {
  constructor(status, message, errors, requestId) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
  }
}

/** Creates a client of one installation. An organization key needs `project`, the ID or slug of the project to work in. */
export function createClient({ url, token, project, fetch = globalThis.fetch }) {
  let origin = url;
  while (origin.endsWith("/")) origin = origin.slice(0, -1);
  const base = `${origin}/api`;
  const headers = { Accept: "application/json", Authorization: `Bearer ${token}`, ...projectHeader(project) };

  async function call(id, { params = {}, query = {}, body, signal } = {}) {
    const [method, path] = operations[id] ?? [];
    if (!method) throw new TypeError(`The operation must be one of the contract; got ${id}.`);
    const own = { ...headers };
    if (body !== undefined) own["Content-Type"] = "application/json";
    // Every attempt sends the same key, so the server repeats its first answer instead of doing the work twice.
    if (method === "POST") own["Idempotency-Key"] = crypto.randomUUID();
    const target = base + filled(path, params) + search(query);
    const init = {
      method,
      headers: own,
      signal,
      body: body === undefined ? undefined : JSON.stringify(body),
    };
    return answerOf(await persistently(() => fetch(target, init), signal));
  }

  /** Yields every item of a list and fetches its pages one by one. */
  async function* all(id, input = {}) {
    for (let page = 1; ; page += 1) {
      const { data, links } = await call(id, { ...input, query: { per_page: 100, ...input.query, page } });
      yield* data;
      if (links.next === null) return;
    }
  }

  return { call, all };
}

function projectHeader(project) {
  if (project === undefined) return {};
  const name = typeof project === "number" ? "X-Service-Project-Id" : "X-Service-Project-Slug";
  return { [name]: String(project) };
}

/** Returns the path with its parameters. Throws when one is missing, because `/monitors/undefined` would get a misleading 404. */
function filled(path, params) {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    if (params[name] === undefined) throw new TypeError(`params.${name} must be set; got nothing.`);
    return encodeURIComponent(String(params[name]));
  });
}

function search(query) {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of [value].flat())
      if (item !== undefined && item !== null) found.append(name, String(item));
  const text = found.toString();
  return text && `?${text}`;
}

/** Retries what usually passes: a lost connection, a rate limit, a server that is starting. */
async function persistently(send, signal) {
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt === RETRIES;
    const response = await send().catch((error) => {
      if (last || signal?.aborted) throw error;
      return null;
    });
    if (response && (last || !RETRY_STATUSES.has(response.status))) return response;
    const seconds = Number(response?.headers.get("retry-after"));
    await response?.body?.cancel();
    await pause(seconds > 0 ? Math.min(seconds * 1000, WAIT_MAX_MS) : 250 * 2 ** attempt, signal);
  }
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

async function answerOf(response) {
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const content =
    response.status === 204 ? undefined : isJson ? await response.json() : await response.text();
  if (response.ok) return content;
  const message = content?.message ?? `The server answered ${response.status}.`;
  throw new ApiError(response.status, message, content?.errors ?? null, response.headers.get("x-request-id"));
}
