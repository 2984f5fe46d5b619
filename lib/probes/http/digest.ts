import { createHash } from "node:crypto";

interface DigestRequest {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  /** The client's own nonce. */
  readonly cnonce: string;
}

/** The hashes of RFC 7616 §6.1, the better one first. */
const HASHES = [
  ["SHA-256", "sha256"],
  ["MD5", "md5"],
] as const;
/** A parameter, quoted or not, or the name of a scheme. */
const PART = /([A-Za-z][\w-]{0,40})(?:=(?:"((?:[^"\\]|\\.){0,1000})"|([^\s",]{0,1000})))?/g;

/**
 * Returns the Authorization header that answers the challenges of a response (RFC 7616 §3.4), with a character for each byte. Null
 * without a Digest challenge that offers MD5 or SHA-256, and protection of the request alone (`auth`).
 */
export function digestAuthorization(challenges: readonly string[], request: DigestRequest): string | null {
  const offered = challenges.flatMap(challengesIn).filter(({ scheme }) => scheme === "digest");
  for (const [algorithm, hash] of HASHES)
    for (const { parameters } of offered) {
      const named = parameters.get("algorithm") ?? "MD5";
      const qop = parameters.get("qop");
      const isPlain = qop === undefined || qop.split(/,/).some((each) => each.trim() === "auth");
      if (named.toUpperCase() === algorithm && isPlain) return answerTo(parameters, named, hash, request);
    }
  return null;
}

function answerTo(
  parameters: ReadonlyMap<string, string>,
  algorithm: string,
  hash: string,
  { user, password, method, uri, cnonce }: DigestRequest,
): string {
  const digest = (...parts: string[]) =>
    createHash(hash)
      .update(Buffer.from(parts.join(":"), "latin1"))
      .digest("hex");
  const { realm = "", nonce = "", opaque, qop } = Object.fromEntries(parameters);
  const nc = "00000001";
  const secret = digest(user, realm, password);
  const asked = digest(method, uri);
  const response =
    qop === undefined ? digest(secret, nonce, asked) : digest(secret, nonce, nc, cnonce, "auth", asked);
  const quoted = { username: user, realm, nonce, uri, response, ...(opaque === undefined ? {} : { opaque }) };
  const fields = Object.entries(quoted).map(
    ([name, value]) => `${name}="${value.replace(/["\\]/g, "\\$&")}"`,
  );
  const ofQop = qop === undefined ? [] : ["qop=auth", `nc=${nc}`, `cnonce="${cnonce}"`];
  return `Digest ${[...fields, `algorithm=${algorithm}`, ...ofQop].join(", ")}`;
}

interface Challenge {
  readonly scheme: string;
  readonly parameters: Map<string, string>;
}

/** Returns the challenges in one header, of which there can be several. */
function challengesIn(header: string): Challenge[] {
  const found: Challenge[] = [];
  for (const [, name = "", quoted, plain] of header.matchAll(PART)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain;
    if (value === undefined) found.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else found.at(-1)?.parameters.set(name.toLowerCase(), value);
  }
  return found;
}
