import { operations } from "./operations.js";

const RETRIES = 3;
const RETRY_STATUSES = new Set([429, 502, 503, 504]);
const WAIT_MAX_MS = 60_000;

/** An answer that is no success: its status, the API's own sentence, and for 422 the texts by field. */
export class ApiError extends Error {
  constructor(status, message, errors, requestId) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
  }
}

/** Calls of a Vedette installation. `url` is its address, `token` a key, `project` the id or slug an organization key acts in. */
export function createClient({ url, token, project, fetch = globalThis.fetch }) {
  let origin = url;
  while (origin.endsWith("/")) origin = origin.slice(0, -1);
  const base = `${origin}/api`;
  const headers = { Accept: "application/json", Authorization: `Bearer ${token}`, ...projectHeader(project) };

  async function call(id, { params = {}, query = {}, body, signal } = {}) {
    const [method, path] = operations[id] ?? [];
    if (!method) throw new TypeError(`There is no operation ${id}.`);
    const own = { ...headers };
    if (body !== undefined) own["Content-Type"] = "application/json";
    // The same key on every try: the server answers a repeat with what the first one did.
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

  /** Every item of a list, page after page. */
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

/** A path with its parameters. Throws when one is missing: `/monitors/undefined` would be somebody else's 404. */
function filled(path, params) {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    if (params[name] === undefined) throw new TypeError(`The parameter ${name} is missing.`);
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

/** Tries again what passes by itself: a lost connection, too many calls, a server that starts. */
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
