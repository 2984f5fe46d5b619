import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { formValues } from "./form-values";
import { MAX_FORM_BYTES, parseForm } from "./multipart";
import { requireStorable } from "./parse";
import type { ApiRequest } from "./request";

const FORM_TYPE = /^multipart\/form-data\b/i;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const JSON_BYTES = 1024 * 1024;
/** Base64 takes four bytes for three. */
const JSON_WITH_FILES_BYTES = Math.ceil((MAX_FORM_BYTES * 4) / 3);
/** Limits bodies of unauthenticated requests, which only contain addresses and passwords. */
const PUBLIC_BYTES = 16 * 1024;
const MAX_DEPTH = 32;

export interface ReadBody {
  /** The raw body, for the Idempotency-Key. */
  readonly bytes: Buffer;
  readonly body: unknown;
}

const NOTHING: ReadBody = { bytes: Buffer.alloc(0), body: {} };

/** Reads and parses a request body: JSON, or a multipart form where the endpoint accepts one (otherwise 415). */
export async function readBody(endpoint: Endpoint, request: ApiRequest): Promise<ReadBody> {
  if (endpoint.method !== "POST") return NOTHING;
  const type = request.headers("content-type") ?? "";
  const isForm = FORM_TYPE.test(type);
  if (isForm && !endpoint.multipart) throw unsupportedType(endpoint, type);
  const bytes = await request.body(limitOf(endpoint, isForm));
  if (bytes.length > 0) requireReadable(endpoint, request, type);
  const { body: schema } = endpoint;
  if (!schema) {
    parseJson(bytes);
    return { bytes, body: {} };
  }
  const given = isForm ? formValues(schema, await parseForm(bytes, type)) : parseJsonObject(bytes);
  const body = parseWhole(schema, given);
  requireStorable(bytes, body);
  return { bytes, body };
}

/** Rejects a body that isn't JSON by its content type, or that is compressed. A body without a content type is read as JSON. */
function requireReadable(endpoint: Endpoint, request: ApiRequest, type: string): void {
  if (type !== "" && !JSON_TYPE.test(type) && !FORM_TYPE.test(type)) throw unsupportedType(endpoint, type);
  const encoding = request.headers("content-encoding") ?? "identity";
  if (encoding.toLowerCase() === "identity") return;
  throw new ApiError(415, "The body must not be compressed.", null, { "Accept-Encoding": "identity" });
}

function unsupportedType({ multipart }: Endpoint, type: string): ApiError {
  const accepted = multipart ? "application/json or multipart/form-data" : "application/json";
  return new ApiError(415, `The content type must be ${accepted}; got ${type.slice(0, 100)}.`);
}

function limitOf(endpoint: Endpoint, isForm: boolean): number {
  if (isForm) return MAX_FORM_BYTES;
  if (endpoint.maxBytes !== undefined) return endpoint.maxBytes;
  if (endpoint.multipart) return JSON_WITH_FILES_BYTES;
  return endpoint.scope === "public" ? PUBLIC_BYTES : JSON_BYTES;
}

/** Parses the JSON object of a body. An empty body is an empty object, so that the schema reports what is required. */
function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  const value = parseJson(bytes);
  if (value === undefined) return {};
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    const kind = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
    throw new ApiError(400, `The body must be a JSON object; got ${kind}.`);
  }
  return value as Record<string, unknown>;
}

/** Parses any JSON. Returns undefined for an empty body. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = decodeUtf8(bytes);
  if (text.trim() === "") return undefined;
  requireDepth(text);
  try {
    return JSON.parse(text, withoutPrototype);
  } catch {
    throw new ApiError(400, "The body is not valid JSON.");
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(400, "The body is not valid UTF-8 text.");
  }
}

/** Drops `__proto__`, which would become the prototype of a copy, like any unknown field. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}

/** Counts brackets outside of strings before parsing, because a deeply nested body must not reach a recursive parser. */
function requireDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new ApiError(400, `The body is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
}
