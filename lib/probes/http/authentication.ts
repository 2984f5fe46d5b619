import { createHash, randomBytes } from "node:crypto";
import type { HttpRequest } from "@/lib/contract/protocols/http";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { monotonicMs } from "@/lib/shared/clock";
import { HOUR_MS } from "@/lib/shared/durations";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { digestAuthorization } from "./digest";
import { getDocument } from "./document";
import type { HttpContext } from "./exchange";
import { type Head, valuesOf } from "./head";
import type { Hop } from "./request-text";

const TOKENS_MAX = 1000;
/** A token is renewed this much before it expires. */
const EARLY_MS = 10_000;

interface Token {
  readonly value: string;
  /** On the monotonic clock. */
  readonly untilMs: number;
}

/**
 * Returns the check with an Authorization header, unless it has one or only learns from the response what to send. As a header of the
 * request, it only goes to the monitor's origin, and is redacted. Throws ProbeError if no token can be fetched.
 */
export async function signed(context: HttpContext): Promise<HttpContext> {
  const { auth, auth_user, auth_secret } = context.config.request;
  if (auth === "basic") return authorized(context, basic(auth_user, auth_secret));
  return auth === "oauth2" ? authorized(context, `Bearer ${await tokenFor(context)}`) : context;
}

/** Returns the check with another Authorization header after a 401; null if there is none to try. */
export async function signedAgain(context: HttpContext, hop: Hop, head: Head): Promise<HttpContext | null> {
  const { request } = context.config;
  if (request.auth === "oauth2") {
    tokens().set(keyOf(request), { value: "", untilMs: 0 });
    return authorized(context, `Bearer ${await tokenFor(context)}`);
  }
  if (request.auth !== "digest") return null;
  const credentials = { user: bytes(request.auth_user), password: bytes(request.auth_secret) };
  const given = digestAuthorization(valuesOf(head.headers, "www-authenticate"), {
    ...credentials,
    method: hop.method,
    uri: `${hop.url.pathname}${hop.url.search}`,
    cnonce: randomBytes(8).toString("hex"),
  });
  return given === null ? null : authorized(context, given);
}

function authorized(context: HttpContext, value: string): HttpContext {
  const { request } = context.config;
  const own = request.headers ?? [];
  if (own.some(({ name }) => name.toLowerCase() === "authorization")) return context;
  const headers = [...own, { name: "Authorization", value }];
  return { ...context, config: { ...context.config, request: { ...request, headers } } };
}

/** A header has a character for each of its bytes. */
const bytes = (text: string | null) => Buffer.from(text ?? "", "utf8").toString("latin1");

function basic(user: string | null, secret: string | null): string {
  return `Basic ${Buffer.from(`${user ?? ""}:${secret ?? ""}`, "utf8").toString("base64")}`;
}

const tokens = () => once("probes.http.tokens", () => new Recent<Token>(TOKENS_MAX));

function keyOf({ auth_token_url, auth_user, auth_secret, auth_scope }: HttpRequest): string {
  const parts = JSON.stringify([auth_token_url, auth_user, auth_secret, auth_scope]);
  return createHash("sha256").update(parts).digest("base64");
}

async function tokenFor(context: HttpContext): Promise<string> {
  const key = keyOf(context.config.request);
  const known = tokens().get(key);
  if (known && known.untilMs > monotonicMs()) return known.value;
  try {
    const token = await fetchToken(context);
    tokens().set(key, token);
    return token.value;
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    throw new ProbeError(error.code, `no OAuth token: ${error.message}`);
  }
}

/** Sends the client's credentials in the header, then in the body, as issuers accept only one of both (RFC 6749 §2.3.1). */
async function fetchToken(context: HttpContext): Promise<Token> {
  const { auth_token_url, auth_user, auth_secret, auth_scope } = context.config.request;
  const url = new URL(auth_token_url ?? "");
  const form = { grant_type: "client_credentials", ...(auth_scope ? { scope: auth_scope } : {}) };
  const coded = [auth_user, auth_secret].map((part) => encodeURIComponent(part ?? ""));
  const inHeader = { name: "Authorization", value: basic(coded[0] ?? "", coded[1] ?? "") };
  const type = { name: "Content-Type", value: "application/x-www-form-urlencoded" };
  const post = (headers: (typeof type)[], fields: Record<string, string>) =>
    getDocument(context, url, "application/json", { headers, body: new URLSearchParams(fields).toString() });
  const first = await post([type, inHeader], form);
  const isRefused = first.status === 400 || first.status === 401;
  const client = { client_id: auth_user ?? "", client_secret: auth_secret ?? "" };
  const { status, text } = isRefused ? await post([type], { ...form, ...client }) : first;
  const answer = objectOf(text);
  if (
    status !== 200 ||
    typeof answer.access_token !== "string" ||
    !/^[\x21-\x7e]+$/.test(answer.access_token)
  ) {
    const error = /^\w{1,40}$/.exec(String(answer.error ?? ""));
    const what = status === 200 ? "without a token" : `with HTTP ${status}${error ? ` (${error[0]})` : ""}`;
    throw new ProbeError("http_no_token", `the token URL responded ${what}`);
  }
  const seconds = Number(answer.expires_in);
  const livesMs = seconds > 0 ? seconds * 1000 - EARLY_MS : HOUR_MS;
  return { value: answer.access_token, untilMs: monotonicMs() + livesMs };
}

function objectOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
