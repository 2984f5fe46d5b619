const REDACTED = "[redacted]";

/** What an assertion on a header or a body quotes: everything after the first quotation mark, because values may hold quotes. */
const QUOTED_VALUES = /(expected response (?:header|body)[^"]{0,300})".*$/is;
const WEB_ADDRESS = /\b(https?:\/\/)(?:[^\s/@?#]{0,300}@)?([^\s?#"'<>()]{1,2000})[^\s"'<>()]{0,2000}/gi;
const QUERY = /\?[^\s"'<>()=]{0,200}=[^\s"'<>()]{0,2000}/g;
const MAIL_ADDRESS = /[^\s@<>"',;:()/]{1,64}@[^\s@<>"',;:()/]{1,255}/g;
const AUTHORIZATION = /\b(bearer|basic|digest)\s+[\w+/=.~-]{4,}/gi;
const SECRET_FIELD =
  /("?(?:password|passwd|secret|token|api[_-]?key|session[_-]?id|cookie|authorization)"?\s{0,5}[:=]\s{0,5}"?)[^"\s,;&<>]{4,}/gi;
const JSON_WEB_TOKEN = /eyJ[\w-]{5,2000}\.[\w-]{5,2000}\.[\w-]{0,2000}/g;
const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
/** Twenty characters or more without a break, letters and digits mixed: a key, not a word. */
const KEY = /\b(?=\w{0,200}\d)(?=\w{0,200}[a-z])\w{20,}\b/gi;

/**
 * A text of ours as it may leave the house: without query strings, credentials, header values, mail addresses and what looks like
 * a token. What an assertion compared is left out whole.
 */
export function redactText(text: string): string {
  return text
    .replace(QUOTED_VALUES, `$1${REDACTED}`)
    .replace(WEB_ADDRESS, "$1$2")
    .replace(QUERY, "")
    .replace(JSON_WEB_TOKEN, REDACTED)
    .replace(AUTHORIZATION, `$1 ${REDACTED}`)
    .replace(SECRET_FIELD, `$1${REDACTED}`)
    .replace(MAIL_ADDRESS, REDACTED)
    .replace(UUID, REDACTED)
    .replace(KEY, REDACTED);
}
