import { type HeaderList, malformed, valuesOf } from "./head";

export type Framing = (
  | { kind: "none" }
  | { kind: "length"; bytes: number }
  | { kind: "chunked" }
  | { kind: "close" }
) & { readonly warning?: string };

/**
 * Returns how the body is delimited (RFC 9112 §6.3), with a warning where browsers accept more than the RFC. Throws
 * ProbeError `http_malformed` on contradictory lengths.
 */
export function framingOf(method: string, statusCode: number, headers: HeaderList): Framing {
  if (method === "HEAD" || statusCode === 204 || statusCode === 304) return { kind: "none" };
  const codings = valuesOf(headers, "transfer-encoding");
  const given = valuesOf(headers, "content-length");
  if (codings.length === 0) return lengthFraming(given);
  const named = codings.join(",").toLowerCase().split(",");
  const meant = new Set(named.map((coding) => coding.trim()).filter((coding) => !NO_CODING.has(coding)));
  const shown = JSON.stringify(codings.join(", ").slice(0, 40));
  if (meant.size === 0) return { ...lengthFraming(given), warning: `${shown} isn't a transfer coding` };
  const framing = chunkedFraming(meant, given.length > 0, shown);
  const isPlain = named.length === 1;
  return isPlain ? framing : { ...framing, warning: `the transfer coding is declared as ${shown}` };
}

/** `identity` was a coding until RFC 7230, and some servers still send it. */
const NO_CODING: ReadonlySet<string> = new Set(["", "identity"]);

function lengthFraming(given: string[]): Framing {
  if (given.length === 0) return { kind: "close" };
  const [text = ""] = given;
  if (given.length > 1 || text.includes(",")) return listedLength(given);
  if (!LENGTH.test(text))
    throw malformed(`Content-Length must be a number; got ${JSON.stringify(text.slice(0, 30))}`);
  return Number(text) === 0 ? { kind: "none" } : { kind: "length", bytes: Number(text) };
}

const LENGTH = /^0*\d{1,15}$/;

/** A repeated length must have the same value each time (RFC 9110 §8.6). */
function listedLength(given: string[]): Framing {
  const lengths = [...new Set(given.flatMap((value) => value.split(",").map((part) => part.trim())))];
  const [text = ""] = lengths;
  if (lengths.length > 1)
    throw malformed(`the response declares different lengths: ${lengths.join(", ").slice(0, 60)}`);
  if (!LENGTH.test(text))
    throw malformed(`Content-Length must be a number; got ${JSON.stringify(text.slice(0, 30))}`);
  return Number(text) === 0 ? { kind: "none" } : { kind: "length", bytes: Number(text) };
}

/** A proxy in front of a server may repeat the coding. The body is chunked once, as browsers assume. */
function chunkedFraming(codings: ReadonlySet<string>, hasLength: boolean, shown: string): Framing {
  if (codings.size > 1 || !codings.has("chunked"))
    throw malformed(`the transfer coding ${shown} isn't supported; use chunked`);
  // RFC 9112 §6.3: a response with both may be a smuggling attempt.
  if (hasLength) throw malformed("the response has both Transfer-Encoding and Content-Length");
  return { kind: "chunked" };
}
