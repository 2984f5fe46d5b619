import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { parseJsonBody, parseJsonObject, REPORT_VALUES_MAX } from "@/lib/contract/core/json-text";
import { FORM_KEY } from "@/lib/shared/form-key";
import { sha256 } from "@/lib/shared/secret";
import type { ApiRequest } from "../request";
import { isPageForm } from "./form-reply";
import { formValues } from "./form-values";
import { MAX_FORM_BYTES, parseForm } from "./multipart";
import { requireStorable } from "./parse";

const FORM_TYPE = /^multipart\/form-data\b/i;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const JSON_BYTES = 1024 * 1024;
/** Base64 takes four bytes for three. */
const JSON_WITH_FILES_BYTES = Math.ceil((MAX_FORM_BYTES * 4) / 3);
/** Limits bodies of unauthenticated requests, which only contain addresses and passwords. */
const PUBLIC_BYTES = 16 * 1024;

export interface ReadBody {
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
