export const REDACTED = "[redacted]";

/** Candidates for JSON Web Tokens. Matches whole runs to keep the cost linear. */
const DOTTED = /[\w.-]{15,}/g;
const TOKEN_BEGIN = "eyJ";
const TOKEN_PART_CHARS_MIN = 5;

/** Replaces the JSON Web Tokens in text, in linear time. */
export function withoutTokens(text: string): string {
  return text.replace(DOTTED, (run) => (run.includes(TOKEN_BEGIN) ? runWithoutTokens(run) : run));
}

/** A token has three parts separated by dots (RFC 7519 §3). The first starts with a JSON object in base64. */
function runWithoutTokens(run: string): string {
  const parts = run.split(".");
  const kept: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const from = part.indexOf(TOKEN_BEGIN);
    const second = parts[at + 1]?.length ?? 0;
    const isToken =
      from >= 0 &&
      part.length - from >= TOKEN_BEGIN.length + TOKEN_PART_CHARS_MIN &&
      second >= TOKEN_PART_CHARS_MIN &&
      at + 2 < parts.length;
    kept.push(isToken ? part.slice(0, from) + REDACTED : part);
    if (isToken) at += 2;
  }
  return kept.join(".");
}
