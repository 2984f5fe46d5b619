import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { formValues } from "./form-values";
import { parseJsonObject } from "./json-body";
import { isMultipart, MAX_FORM_BYTES, parseForm } from "./multipart";
import type { ApiRequest } from "./request";
import { requireStorable } from "./storable";

const JSON_BYTES = 1024 * 1024;
/** Limits bodies of unauthenticated requests, which only contain addresses and passwords. */
const PUBLIC_BYTES = 16 * 1024;

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
  const isForm = isMultipart(type);
  if (isForm && !endpoint.multipart) throw new ApiError(415, "The content type must be application/json.");
  const bytes = await bytesOf(request, limitOf(endpoint, isForm));
  const { body: schema } = endpoint;
  if (!schema) return { bytes, body: {} };
  const given = isForm ? formValues(schema, await parseForm(bytes, type)) : parseJsonObject(bytes);
  const body = parseWhole(schema, given);
  requireStorable(bytes, body);
  return { bytes, body };
}

function limitOf(endpoint: Endpoint, isForm: boolean): number {
  if (isForm) return MAX_FORM_BYTES;
  return endpoint.scope === "public" ? PUBLIC_BYTES : JSON_BYTES;
}

/** RAW `The body must have at most ${limit} bytes; got ${bytes.length}.` */
async function bytesOf(request: ApiRequest, limit: number): Promise<Buffer> {
  const bytes = await request.body(limit);
  if (bytes.length <= limit) return bytes;
  throw new ApiError(413, `The body must have at most ${limit} bytes; got ${bytes.length}.`);
}
