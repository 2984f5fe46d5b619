import type { Endpoint } from "@/lib/contract/endpoint";
import { ApiError } from "@/lib/contract/errors";
import { parseWhole } from "@/lib/contract/issues";
import { formValues } from "./form-values";
import { bodyBytes, parseJsonObject } from "./json-body";
import { isMultipart, MAX_FORM_BYTES, parseForm } from "./multipart";
import type { ApiRequest } from "./request";
import { requireStorable } from "./storable";

export interface ReadBody {
  /** As it came, for the Idempotency-Key. */
  readonly bytes: Buffer;
  readonly body: unknown;
}

const NOTHING: ReadBody = { bytes: Buffer.alloc(0), body: {} };

/** Reads and parses the body of a call: JSON, or a multipart form where the endpoint takes one (else 415). */
export async function readBody(endpoint: Endpoint, request: ApiRequest): Promise<ReadBody> {
  if (endpoint.method !== "POST") return NOTHING;
  const type = request.headers("content-type") ?? "";
  const isForm = isMultipart(type);
  if (isForm && !endpoint.multipart) throw new ApiError(415, "The content type must be application/json.");
  const bytes = await bodyBytes(request, isForm ? MAX_FORM_BYTES : undefined);
  const { body: schema } = endpoint;
  if (!schema) return { bytes, body: {} };
  const given = isForm ? formValues(schema, await parseForm(bytes, type)) : parseJsonObject(bytes);
  const body = parseWhole(schema, given);
  requireStorable(bytes, body);
  return { bytes, body };
}
