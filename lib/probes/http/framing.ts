import { type HeaderList, malformed, valuesOf } from "./head";

export type Framing = (
  | { kind: "none" }
  | { kind: "length"; bytes: number }
  | { kind: "chunked" }
  | { kind: "close" }
) & { readonly warning?: string };

/**
 * How the body is delimited (RFC 9112 §6.3), with a warning where browsers see more in it than the RFC. Throws ProbeError
 * `http_malformed` on contradictory lengths.
 */
export function framingOf(method: string, statusCode: number, headers: HeaderList): Framing {
  if (method === "HEAD" || statusCode === 204 || statusCode === 304) return { kind: "none" };
  const codings = valuesOf(headers, "transfer-encoding");
  const given = valuesOf(headers, "content-length");
  if (codings.length === 0) return lengthFraming(given);
  const named = codings.join(",").toLowerCase().split(",");
  const meant = new Set(named.map((coding) => coding.trim()).filter((coding) => !NO_CODING.has(coding)));
  const shown = JSON.stringify(codings.join(", ").slice(0, 40));
  if (meant.size === 0) return { ...lengthFraming(given), warning: `the transfer coding is none: ${shown}` };
  const framing = chunkedFraming(meant, given.length > 0, shown);
  const isPlain = named.length === 1;
  return isPlain ? framing : { ...framing, warning: `the transfer coding is named as ${shown}` };
}

/** Was one until RFC 7230; some servers still write it. */
const NO_CODING: ReadonlySet<string> = new Set(["", "identity"]);

function lengthFraming(given: string[]): Framing {
  if (given.length === 0) return { kind: "close" };
  const [text = ""] = given;
  if (given.length > 1 || text.includes(",")) return listedLength(given);
  if (!LENGTH.test(text))
    throw malformed(`Content-Length is not a number but ${JSON.stringify(text.slice(0, 30))}`);
  return Number(text) === 0 ? { kind: "none" } : { kind: "length", bytes: Number(text) };
}

const LENGTH = /^0*\d{1,15}$/;

/** A length that is named more than once must be the same each time (RFC 9110 §8.6). */
function listedLength(given: string[]): Framing {
  const lengths = [...new Set(given.flatMap((value) => value.split(",").map((part) => part.trim())))];
  const [text = ""] = lengths;
  if (lengths.length > 1)
    throw malformed(`the answer names several lengths: ${lengths.join(", ").slice(0, 60)}`);
  if (!LENGTH.test(text))
    throw malformed(`Content-Length is not a number but ${JSON.stringify(text.slice(0, 30))}`);
  return Number(text) === 0 ? { kind: "none" } : { kind: "length", bytes: Number(text) };
}

/** A proxy in front of a server may name it once more: the body is chunked once, as browsers take it. */
function chunkedFraming(codings: ReadonlySet<string>, hasLength: boolean, shown: string): Framing {
  if (codings.size > 1 || !codings.has("chunked"))
    throw malformed(`the transfer coding ${shown} is not supported: allowed is chunked`);
  // RFC 9112 §6.3: both together may be an attempt at smuggling.
  if (hasLength) throw malformed("the answer has both Transfer-Encoding and Content-Length");
  return { kind: "chunked" };
}
