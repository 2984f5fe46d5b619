import * as z from "zod";
import { ApiError } from "@/lib/contract/core/errors";
import { parseJsonObject } from "@/lib/contract/core/json-text";
import { receivesAlerts } from "@/lib/contract/protocols/lookup";
import type { ApiReply, ApiRequest } from "@/lib/http/request";
import { errorReply, jsonReply, requestIdOf } from "@/lib/http/router/respond";
import { appUrl } from "@/lib/shared/env";
import { sha256 } from "@/lib/shared/secret";
import { heartbeatsOfTokens } from "@/lib/store/checks/heartbeats";
import { callApi } from "../call-api";
import {
  type Check,
  changesOf,
  checksOf,
  type Given,
  givenIn,
  isoOf,
  isSame,
  Monitor,
  storedTags,
} from "./checks";

const PATH =
  /^\/api\/v([123])\/(checks|channels|badges)(?:\/([\w-]{10,64})(?:\/(pause|resume|pings|flips)(?:\/(\d{1,15})\/body)?)?)?\/?$/;
const BODY_MAX_BYTES = 64 * 1024;
const NO_STORE = { "Cache-Control": "no-store" };

/** Refuses with the API's reply. */
class Refused extends Error {
  constructor(readonly reply: ApiReply) {
    super();
  }
}

/** Serves the management API of Healthchecks, versions 1 to 3. Each request becomes calls of the API with its key. */
export async function serveHealthchecks(request: ApiRequest): Promise<ApiReply> {
  try {
    return await new Session(request).answer();
  } catch (error) {
    const status = error instanceof z.ZodError ? 400 : 0;
    if (status === 400) return jsonReply(400, { error: `json validation error: ${messageOf(error)}` });
    const refused = error instanceof Refused ? error.reply : errorReply(error, request, requestIdOf(request));
    const { message } = JSON.parse(String(refused.body));
    const known = { 401: "wrong api key", 404: "not found" }[refused.status] ?? message;
    return {
      ...refused,
      status: refused.status === 422 ? 400 : refused.status,
      body: JSON.stringify({ error: known }),
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error).slice(0, 300) : "";
}

const Signals = z.object({
  signals: z.array(
    z.object({
      ...{ number: z.number(), kind: z.string(), received_at: z.string(), body_bytes: z.number() },
      ...{ remote_address: z.string().nullable(), method: z.string(), user_agent: z.string().nullable() },
      ...{ run_id: z.string().nullable(), run_time: z.number().nullable() },
    }),
  ),
});
const Incidents = z.array(z.object({ incident_at: z.string(), recovery_at: z.string().nullable() }));
const Integrations = z.array(z.object({ id: z.number(), name: z.string(), app: z.string() }));
const Monitors = z.array(Monitor);

/** One request with its key. */
class Session {
  #key: string | undefined;
  #version = 1;

  constructor(private readonly request: ApiRequest) {
    this.#key = request.headers("x-api-key");
  }

  async answer(): Promise<ApiReply> {
    const { method, path } = this.request;
    const [, version, kind, uuid, action, number] = PATH.exec(path) ?? [];
    const isRead = method === "GET" || method === "HEAD";
    const notFound = new ApiError(404, "not found");
    if (version === undefined) throw notFound;
    this.#version = Number(version);
    if (kind === "channels" && isRead && !uuid) return this.#channels();
    // Pages have badges, tags don't.
    if (kind === "badges" && isRead && !uuid) return jsonReply(200, { badges: {} }, NO_STORE);
    if (kind !== "checks") throw notFound;
    if (!uuid) {
      if (isRead) return jsonReply(200, { checks: await this.#list() }, NO_STORE);
      return this.#create(await this.#given());
    }
    const given = method === "POST" && !action ? await this.#given() : null;
    const monitor = await this.#monitor(uuid);
    const route = `${action ?? ""} ${isRead ? "GET" : method}`;
    if (number !== undefined) return this.#body(monitor, number);
    switch (route) {
      case " GET":
        return this.#shown(monitor, 200);
      case " POST":
        await this.#call(
          "POST",
          `/uptime/monitors/${monitor.id}`,
          changesOf(given ?? givenIn({}), monitor, this.#version),
        );
        return this.#shown(await this.#monitor(uuid), 200);
      case " DELETE": {
        const shown = await this.#shown(monitor, 200);
        await this.#call("DELETE", `/uptime/monitors/${monitor.id}`);
        return shown;
      }
      case "pause POST":
      case "resume POST":
        if (action === "resume" && monitor.status !== "paused")
          return jsonReply(409, { error: "check is not paused" }, NO_STORE);
        await this.#call("POST", `/uptime/monitors/${monitor.id}/${action}`);
        return this.#shown(await this.#monitor(uuid), 200);
      case "pings GET":
        return this.#pings(monitor, uuid);
      case "flips GET":
        return this.#flips(monitor);
      default:
        throw new ApiError(405, "Method not allowed.");
    }
  }

  /** Returns the JSON of a call of the API. */
  async #call(method: string, path: string, body?: unknown, query?: URLSearchParams): Promise<unknown> {
    const headers = { authorization: this.#key && `Bearer ${this.#key}` };
    const call = { method, path, headers, ...(body !== undefined && { body }), ...(query && { query }) };
    const reply = await callApi(this.request, call);
    if (reply.status >= 400) throw new Refused(reply);
    return reply.body === "" ? null : JSON.parse(String(reply.body));
  }

  /** Returns all items of a list. */
  async #all<Item>(
    path: string,
    items: z.ZodType<Item[]>,
    query: Record<string, string> = {},
  ): Promise<Item[]> {
    const found: Item[] = [];
    for (let page = 1; ; page += 1) {
      const search = new URLSearchParams({ ...query, per_page: "100", page: String(page) });
      const list = (await this.#call("GET", path, undefined, search)) as {
        data: unknown;
        links: { next: unknown };
      };
      found.push(...items.parse(list.data));
      if (list.links.next === null) return found;
    }
  }

  async #given(): Promise<Given> {
    const body = parseJsonObject(await this.request.body(BODY_MAX_BYTES));
    // Older clients send the key in the body.
    if (this.#key === undefined && typeof body.api_key === "string") this.#key = body.api_key;
    return givenIn(body);
  }

  async #monitor(uuid: string): Promise<Monitor> {
    const [known] = await heartbeatsOfTokens([sha256(uuid)]);
    if (!known || receivesAlerts(known.protocol)) {
      // Without a valid key, that is the answer for every check.
      await this.#call("GET", "/whoami");
      throw new ApiError(404, "not found");
    }
    // A monitor of another project is as unknown as none.
    return Monitor.parse(await this.#call("GET", `/uptime/monitors/${known.monitorId}`));
  }

  async #checks(): Promise<Check[]> {
    const monitors = await this.#all("/uptime/monitors", Monitors, { protocol: "heartbeat", sort: "id" });
    return checksOf(monitors, this.#version);
  }

  /** Returns the checks that have all tags and the slug of the query. */
  async #list(): Promise<Check[]> {
    const query = new URLSearchParams(this.request.search);
    const slug = query.get("slug");
    const wanted = query.getAll("tag").map((tag) => storedTags(tag)[0]);
    return (await this.#checks()).filter((check) => {
      const tags: (string | undefined)[] = String(check.tags).split(" ");
      return wanted.every((tag) => tags.includes(tag)) && (slug === null || check.slug === slug);
    });
  }

  async #shown(monitor: Monitor, status: number): Promise<ApiReply> {
    const [check] = await checksOf([monitor], this.#version);
    return jsonReply(status, check, NO_STORE);
  }

  async #create(given: Given): Promise<ApiReply> {
    if (this.request.method !== "POST") throw new ApiError(405, "Method not allowed.");
    if (given.unique.length > 0) {
      const same = (await this.#checks()).find((check) => isSame(check, given));
      const uuid = String(same?.ping_url).split("/").at(-1);
      if (same && uuid) {
        const stored = await this.#monitor(uuid);
        await this.#call("POST", `/uptime/monitors/${stored.id}`, changesOf(given, stored, this.#version));
        return this.#shown(await this.#monitor(uuid), 200);
      }
    }
    const body = { protocol: "heartbeat", ...changesOf(given, null, this.#version) };
    return this.#shown(Monitor.parse(await this.#call("POST", "/uptime/monitors", body)), 201);
  }

  async #pings(monitor: Monitor, uuid: string): Promise<ApiReply> {
    const found = await this.#call("GET", `/uptime/monitors/${monitor.id}/heartbeat`);
    const pings = Signals.parse(found).signals.map((signal) => ({
      type: signal.kind,
      date: isoOf(new Date(signal.received_at)),
      n: signal.number,
      scheme: new URL(appUrl()).protocol.slice(0, -1),
      remote_addr: signal.remote_address ?? "",
      method: signal.method,
      ua: signal.user_agent ?? "",
      rid: signal.run_id,
      ...(signal.run_time !== null && { duration: signal.run_time / 1000 }),
      body_url:
        signal.body_bytes > 0
          ? `${appUrl()}/api/v${this.#version}/checks/${uuid}/pings/${signal.number}/body`
          : null,
    }));
    return jsonReply(200, { pings }, NO_STORE);
  }

  async #body(monitor: Monitor, number: string): Promise<ApiReply> {
    const found = await this.#call("GET", `/uptime/monitors/${monitor.id}/signals/${number}`);
    const { body } = z.object({ body: z.string().nullable() }).parse(found);
    if (body === null) throw new ApiError(404, "not found");
    return { status: 200, headers: { "Content-Type": "text/plain; charset=utf-8", ...NO_STORE }, body };
  }

  /** Returns when the monitor went down and came back, newest first. */
  async #flips(monitor: Monitor): Promise<ApiReply> {
    const query = new URLSearchParams(this.request.search);
    const all = await this.#all("/uptime/incidents", Incidents, {
      monitor_id: String(monitor.id),
      type: "monitor",
    });
    const seconds = Number(query.get("seconds") ?? Number.POSITIVE_INFINITY);
    const start = Math.max(Number(query.get("start") ?? 0), Date.now() / 1000 - seconds);
    const end = Number(query.get("end") ?? Number.POSITIVE_INFINITY);
    const flips = all
      .flatMap(({ incident_at: down, recovery_at: up }) => [
        // In this order, because both can be in the same second.
        ...(up === null ? [] : [{ at: new Date(up), up: 1 }]),
        { at: new Date(down), up: 0 },
      ])
      .filter(({ at }) => at.getTime() / 1000 >= start && at.getTime() / 1000 < end)
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .map(({ at, up }) => ({ timestamp: isoOf(at), up }));
    return jsonReply(200, { flips }, NO_STORE);
  }

  async #channels(): Promise<ApiReply> {
    const all = await this.#all("/integrations", Integrations);
    const channels = all.map(({ id, name, app }) => ({ id: String(id), name, kind: app }));
    return jsonReply(200, { channels }, NO_STORE);
  }
}
