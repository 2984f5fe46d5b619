import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { inRanges, parseRanges } from "@/lib/shared/address-ranges";
import { derivedKey, equalSecret, sha256 } from "@/lib/shared/secret";

/** The access rules of a page. */
export interface AccessRules {
  readonly id: number;
  readonly access_ips: string[] | null;
  /** SHA-256 of the token. */
  readonly access_token: Buffer | null;
  /** argon2id. */
  readonly access_password: string | null;
}

/** Credentials that a visitor presents. */
export interface Visitor {
  readonly address: string;
  readonly token: string | null;
  readonly cookies: string | undefined;
}

/** `remember`: allow and set a cookie in browsers. `password`: ask for the password. `deny`: reveal nothing. */
export type Access = "allow" | "remember" | "password" | "deny";

export const PASS_SECONDS = 3600;

/**
 * Decides on access for every representation of a page: HTML, feeds, JSON, images, and badges. An allowed address passes, or else the
 * token, or else an earlier pass, or else the visitor gets the password page if there's a password.
 */
export function checkAccess(page: AccessRules, visitor: Visitor, now: Date): Access {
  const { access_ips: ips, access_token: token, access_password: password } = page;
  if (ips === null && token === null && password === null) return "allow";
  if (ips && inRanges(visitor.address, parseRanges(ips))) return "allow";
  if (token && visitor.token !== null && equalBytes(sha256(visitor.token), token)) return "remember";
  if (hasPass(page, visitor.cookies, now)) return "allow";
  return password ? "password" : "deny";
}

/** Returns a hash of the access rules that a subscriber has met. It changes with every rule. Null: the page is public. */
export function accessMark({ access_ips: ips, access_token: token, access_password: password }: AccessRules) {
  if (ips === null && token === null && password === null) return null;
  return sha256(JSON.stringify([ips, token?.toString("hex") ?? null, password]));
}

export function hasSameRules(one: AccessRules, other: AccessRules): boolean {
  return isDeepStrictEqual(accessMark(one), accessMark(other));
}

export function passCookieName(pageId: number): string {
  return `vedette_page_${pageId}`;
}

/** Creates a pass for one hour. It's bound to the page's token and password, so changing either ends it. */
export function makePass(page: AccessRules, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + PASS_SECONDS;
  return `${expires}.${signature(page, expires)}`;
}

function hasPass(page: AccessRules, cookies: string | undefined, now: Date): boolean {
  const wanted = `${passCookieName(page.id)}=`;
  for (const pair of (cookies ?? "").split(";")) {
    const cookie = pair.trim();
    if (!cookie.startsWith(wanted)) continue;
    const [expires = "", given = ""] = cookie.slice(wanted.length).split(".");
    const seconds = Number(expires);
    if (seconds * 1000 > now.getTime() && equalSecret(given, signature(page, seconds))) return true;
  }
  return false;
}

function signature(page: AccessRules, expires: number): string {
  const rules = `${page.access_token?.toString("hex") ?? ""} ${page.access_password ?? ""}`;
  return createHmac("sha256", derivedKey("page pass"))
    .update(`${page.id} ${expires} ${rules}`)
    .digest("base64url");
}

function equalBytes(a: Buffer, b: Buffer): boolean {
  return equalSecret(a.toString("hex"), b.toString("hex"));
}
