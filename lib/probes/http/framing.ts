import { type Head, type HeaderList, isLoose, valuesOf } from "./head";

export type Framing = (
  | { kind: "none" }
  | { kind: "length"; bytes: number; endsAnywhere?: boolean }
  | { kind: "chunked"; bytes?: number; mayBePlain?: boolean }
  | { kind: "close" }
) & { readonly warning?: string };

/** Returns how the body is delimited (RFC 9112 §6.3), with a warning where curl or browsers accept more than the RFC. */
export function framingOf(method: string, { statusCode, headers, isOld, isFramed }: Head): Framing {
  if (method === "HEAD" || statusCode === 204 || statusCode === 304) return { kind: "none" };
  if (isFramed) return { kind: "close" };
  const codings = valuesOf(headers, "transfer-encoding");
  const given = valuesOf(headers, "content-length");
  if (codings.length === 0) return plainFraming(headers, given);
  const named = codings
    .join(",")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim());
  const shown = JSON.stringify(codings.join(", ").slice(0, 40));
  if (!named.includes("chunked")) return uncodedFraming(given, `${shown} isn't a transfer coding`);
  const mayBePlain = isOld || isLoose(headers, "transfer-encoding");
  const chunked = { kind: "chunked", mayBePlain } as const;
  // RFC 9112 §6.3: chunked wins.
  if (given.length > 0)
    return {
      ...{ ...chunked, bytes: Number(given[0]) },
      warning: "the response has both Transfer-Encoding and Content-Length",
    };
  // A proxy in front of a server may repeat the coding. The body is chunked once, as browsers assume.
  return named.length === 1
    ? chunked
    : { ...chunked, warning: `the transfer coding is declared as ${shown}` };
}

/** curl ignores a length with a space before its colon. Browsers obey it. */
function plainFraming(headers: HeaderList, given: readonly string[]): Framing {
  const framing = lengthFraming(given);
  const isSure = framing.kind !== "length" || !isLoose(headers, "content-length");
  return isSure ? framing : { ...framing, endsAnywhere: true };
}

/** curl ignores a length beside any transfer coding and reads until the connection closes. Browsers obey the length. */
function uncodedFraming(given: readonly string[], warning: string): Framing {
  const framing = lengthFraming(given);
  return framing.kind === "length" ? { ...framing, endsAnywhere: true, warning } : { ...framing, warning };
}

function lengthFraming(given: readonly string[]): Framing {
  const [text] = given;
  if (text === undefined) return { kind: "close" };
  if (given.length > 1 || !LENGTH.test(text)) return oddLength(given);
  return sized(Number(text));
}

const LENGTH = /^0*\d{1,15}$/;
/** A number that other text may follow. */
const LEADING_LENGTH = /^\+?0*(\d{1,15})(?![\dx])/i;

/** The last length counts, as in curl. Browsers ignore a length that isn't a number. */
function oddLength(given: readonly string[]): Framing {
  const lengths = new Set(given.flatMap((value) => value.split(",").map((part) => part.trim())));
  const [text = ""] = lengths;
  if (lengths.size === 1 && LENGTH.test(text)) return sized(Number(text));
  const shown = JSON.stringify(given.join(", ").slice(0, 60));
  const warning =
    lengths.size > 1
      ? `the response declares different lengths: ${shown}`
      : `Content-Length must be a number; got ${shown}`;
  const bytes = LEADING_LENGTH.exec(given.at(-1) ?? "")?.[1];
  if (bytes === undefined) return { kind: "close", warning };
  const framing = sized(Number(bytes));
  const isNumber = lengths.size > 1 || framing.kind !== "length";
  return isNumber ? { ...framing, warning } : { ...framing, endsAnywhere: true, warning };
}

function sized(bytes: number): Framing {
  return bytes === 0 ? { kind: "none" } : { kind: "length", bytes };
}
