import { CHARSETS } from "./charsets";
import { CODINGS } from "./codings";
import { ENDINGS } from "./endings";
import { FIELDS } from "./fields";
import { FRAMINGS } from "./framings";
import { HTTP2 } from "./http2";
import type { OddResponse } from "./odd-response";
import { REDIRECTS } from "./redirects";
import { STATUS_LINES } from "./status-lines";

/**
 * What servers get wrong, and what the checker makes of it. The rule: what curl or a browser reads is never down.
 * `docs/odd-responses.md` shows this list beside what other clients do.
 */
export const ODD_RESPONSES: Readonly<Record<string, readonly OddResponse[]>> = {
  "Status line": STATUS_LINES,
  "Header lines": FIELDS,
  "Length of the body": FRAMINGS,
  Compression: CODINGS,
  Charsets: CHARSETS,
  "Redirects and cookies": REDIRECTS,
  "Ends of responses": ENDINGS,
  "HTTP/2 without HTTP/1.1": HTTP2,
};

const RESULTS: Readonly<Record<string, string>> = { up: "up", warning: "up, warning" };

/** Returns a row of the table in the documentation; `others` says what each other client does. */
export function docRow({ name, ours, why }: OddResponse, others: readonly string[]): string {
  const result = RESULTS[ours] ?? `\`${ours}\``;
  return `| ${[name, ...others, why ? `${result}: ${why}` : result].join(" | ")} |`;
}
