import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError, type FieldErrors, invalid, recordNotFound } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { parseJsonBody, parseJsonObject, REPORT_VALUES_MAX } from "@/lib/contract/core/json-text";
import { given } from "@/lib/contract/core/wording";
import { isIdText } from "@/lib/domain/core/id";
import { FORM_KEY } from "@/lib/shared/form-key";
import { sha256 } from "@/lib/shared/secret";
import type { ApiRequest } from "../request";
import { isPageForm } from "./form-reply";
import { formValues } from "./form-values";
import { MAX_FORM_BYTES, parseForm } from "./multipart";
import type { Match, Route } from "./route-table";

/** Parses path parameters. An invalid ID (`abc`, `-1`, `1e3`, 2^63) is a 404, like a missing record. */
export function parseParams(route: Route, match: Match): unknown {
  if (route.paramNames.length === 0) return {};
  const params: Record<string, unknown> = {};
  route.segments.forEach((segment, at) => {
    if (!("param" in segment)) return;
    const text = decode(match.parts[at] ?? "");
    params[segment.param] = route.idParams.has(segment.param) ? toId(text) : text;
  });
  const parsed = route.endpoint.params?.safeParse(params);
  if (parsed && !parsed.success) throw recordNotFound();
  return parsed ? parsed.data : params;
}

/** Parses the decimal text of a positive ID up to 2^53-1. */
export function toId(text: string): number {
  const id = isIdText(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw recordNotFound();
  return id;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw recordNotFound();
  }
}

const MAX_FIELDS = 500;
const NUMBER = /^-?\d{1,16}$/;

/**
 * Parses query fields. Ignores unknown fields, accepts repetition only where the contract declares a list, and accepts numbers in
 * decimal only.
 */
export function parseQuery(route: Route, search: string): unknown {
  if (!route.query) return {};
  const errors: Record<string, string[]> = {};
  const values: Record<string, string | string[]> = Object.create(null);
  let count = 0;
  for (const [rawName, value] of new URLSearchParams(search)) {
    count += 1;
    if (count > MAX_FIELDS) throw invalid({ query: [`The query must have at most ${MAX_FIELDS} fields.`] });
    // Some clients append brackets to list names.
    const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName;
    const known = values[name];
    if (known === undefined) values[name] = value;
    else if (route.repeatable.has(name)) values[name] = [known, value].flat();
    else errors[name] = [`${name} must appear only once.`];
    if (!isStorable(value)) errors[name] = [unstorable(name)];
    if (route.numbers.has(name) && !NUMBER.test(value)) {
      errors[name] = [`${name} must be a whole number; got ${given(value)}.`];
    }
  }
  const wrong = Object.entries(errors).filter(([name]) => route.repeatable.has(name) || isKnown(route, name));
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong));
  return parseWhole(route.query, values);
}

function isKnown(route: Route, name: string): boolean {
  return route.query !== null && "shape" in route.query && Object.hasOwn(route.query.shape as object, name);
}

const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;

/** Returns whether PostgreSQL can store the text unchanged: no NUL and no unpaired surrogates. */
function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

function unstorable(field: string): string {
  return `${field} must not contain NUL characters or unpaired surrogates.`;
}

/** Throws 422 for text in a parsed body that cannot be stored unchanged. `bytes` is the raw body, which lets most bodies skip the walk. */
export function requireStorable(bytes: Buffer, value: unknown): void {
  // The characters are escaped in JSON and literal in a form.
  if (!bytes.includes(0) && !SUSPICIOUS.test(bytes.toString("latin1"))) return;
  const errors: FieldErrors = {};
  walk(value, [], errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function walk(value: unknown, path: readonly string[], errors: FieldErrors): void {
  if (typeof value === "string" && !isStorable(value)) errors[path.join(".")] = [unstorable(path.join("."))];
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (isStorable(key)) walk(item, [...path, key], errors);
    else errors[path.join(".")] = [unstorable(path.join("."))];
  }
}

const FORM_TYPE = /^multipart\/form-data\b/i;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const JSON_BYTES = 1024 * 1024;
/** Base64 takes four bytes for three. */
const JSON_WITH_FILES_BYTES = Math.ceil((MAX_FORM_BYTES * 4) / 3);
/** Limits bodies of unauthenticated requests, which only contain addresses and passwords. */
const PUBLIC_BYTES = 16 * 1024;

interface ReadBody {
  /** The raw body, for the Idempotency-Key. */
  readonly bytes: Buffer;
  readonly body: unknown;
  /** Identifies the rendering of a page whose form was sent without scripts, so that a second press repeats nothing. */
  readonly formKey?: string | undefined;
}

const NOTHING: ReadBody = { bytes: Buffer.alloc(0), body: {} };

/**
 * Reads and parses a request body: JSON, or a multipart form where the endpoint accepts one or a page of the dashboard sends it without
 * scripts (otherwise 415).
 */
export async function readBody(
  endpoint: Endpoint,
  request: ApiRequest,
  fill: (given: object) => object | Promise<object> = (given) => given,
): Promise<ReadBody> {
  if (endpoint.method !== "POST") return NOTHING;
  const type = request.headers("content-type") ?? "";
  const isForm = FORM_TYPE.test(type);
  if (isForm && !endpoint.multipart && !isPageForm(request)) throw unsupportedType(endpoint, type);
  const bytes = await request.body(limitOf(endpoint, isForm));
  if (bytes.length > 0) requireReadable(endpoint, request, type);
  const { body: schema } = endpoint;
  if (!schema) {
    if (!isForm) parseJsonBody(bytes);
    return { bytes, body: {} };
  }
  if (endpoint.isReadApart) return { bytes, body: bytes };
  const form = isForm ? await parseForm(bytes, type) : null;
  const given = form
    ? formValues(schema, form)
    : parseJsonObject(bytes, endpoint.scope === "runner" ? REPORT_VALUES_MAX : undefined);
  const body = parseWhole(schema, await fill(given as object));
  requireStorable(bytes, body);
  const rendering = form?.[FORM_KEY];
  if (!isPageForm(request) || typeof rendering !== "string") return { bytes, body };
  // Each time a browser sends a form, it separates the parts differently.
  const values = Buffer.from(JSON.stringify(body));
  return { bytes: values, body, formKey: `form ${sha256(`${rendering} ${values}`).toString("hex")}` };
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
  if (isForm && endpoint.multipart) return MAX_FORM_BYTES;
  if (endpoint.maxBytes !== undefined) return endpoint.maxBytes;
  if (endpoint.multipart) return JSON_WITH_FILES_BYTES;
  return endpoint.scope === "public" ? PUBLIC_BYTES : JSON_BYTES;
}
