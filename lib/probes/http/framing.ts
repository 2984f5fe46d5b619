import { type HeaderList, malformed, valuesOf } from "./head";

export type Framing =
  | { kind: "none" }
  | { kind: "length"; bytes: number }
  | { kind: "chunked" }
  | { kind: "close" };

/** How the body is delimited (RFC 9112 §6.3). Throws ProbeError `http_malformed` on contradictory lengths. */
export function framingOf(method: string, statusCode: number, headers: HeaderList): Framing {
  if (method === "HEAD" || statusCode === 204 || statusCode === 304) return { kind: "none" };
  const codings = valuesOf(headers, "transfer-encoding");
  const given = valuesOf(headers, "content-length");
  if (codings.length > 0) return chunkedFraming(codings, given.length > 0);
  if (given.length === 0) return { kind: "close" };
  const [text = ""] = given;
  if (given.length > 1 || text.includes(",")) return listedLength(given);
  if (!LENGTH.test(text))
    throw malformed(`Content-Length is not a number but ${JSON.stringify(text.slice(0, 30))}`);
  return Number(text) === 0 ? { kind: "none" } : { kind: "length", bytes: Number(text) };
}

const LENGTH = /^\d{1,15}$/;

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

function chunkedFraming(codings: string[], hasLength: boolean): Framing {
  const coding = codings.join(",").toLowerCase().trim();
  if (coding !== "chunked")
    throw malformed(
      `the transfer coding ${JSON.stringify(coding.slice(0, 40))} is not supported: allowed is chunked`,
    );
  // RFC 9112 §6.3: both together may be an attempt at smuggling.
  if (hasLength) throw malformed("the answer has both Transfer-Encoding and Content-Length");
  return { kind: "chunked" };
}
