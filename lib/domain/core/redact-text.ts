import { REDACTED, withoutTokens } from "./web-token";

/** Introduces a quoted header or body. Everything after the first quotation mark is removed, because values may contain quotes. */
const QUOTES_VALUES = /expected response (?:header|body)/i;
const WEB_ADDRESS = /\b(https?:\/\/)(?:[^\s/@?#]{0,300}@)?([^\s?#"'<>()]{1,2000})[^\s"'<>()]{0,2000}/gi;
const QUERY = /\?[^\s"'<>()]+/g;
/** Candidates for email addresses. Matches whole runs, so the cost stays linear in the text length. */
const WORD = /[^\s<>"',;:()/]+/g;
const MAIL_ADDRESS = /[^@]@[^@]/;
const AUTHORIZATION = /\b(bearer|basic|digest)\s+[\w+/=.~-]{4,}/gi;
const SECRET_FIELD =
  /("?(?:password|passwd|secret|token|api[_-]?key|session[_-]?id|cookie|authorization)"?\s{0,5}[:=]\s{0,5}"?)[^"\s,;&<>]{4,}/gi;
const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
/** At least 20 characters with both letters and digits: likely a key rather than a word. */
const LONG_WORD = /\w{20,}/g;

/**
 * Redacts text before it leaves the server: removes query strings, credentials, header values, email addresses, and
 * likely tokens. Removes assertion values completely.
 */
export function redactText(text: string): string {
  return withoutTokens(
    withoutQuotedValues(text)
      .replace(WEB_ADDRESS, "$1$2")
      .replace(QUERY, (run) => (run.includes("=") ? "" : run)),
  )
    .replace(AUTHORIZATION, `$1 ${REDACTED}`)
    .replace(SECRET_FIELD, `$1${REDACTED}`)
    .replace(WORD, (word) => (MAIL_ADDRESS.test(word) ? REDACTED : word))
    .replace(UUID, REDACTED)
    .replace(LONG_WORD, (word) => (/\d/.test(word) && /[a-z]/i.test(word) ? REDACTED : word));
}

function withoutQuotedValues(text: string): string {
  const start = text.search(QUOTES_VALUES);
  const quote = start < 0 ? -1 : text.indexOf('"', start);
  return quote < 0 ? text : text.slice(0, quote) + REDACTED;
}
