import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { now } from "@/lib/shared/clock";
import { BadgeOptionError } from "@/lib/status-page/formats/badge-options";
import { pageBase } from "@/lib/status-page/model/addresses";
import {
  keyOf,
  type LanguagePath,
  languagePath,
  languagePrefix,
} from "@/lib/status-page/model/language-paths";
import { AGED_AFTER_MS } from "@/lib/status-page/render/age";
import { passwordDocument } from "@/lib/status-page/render/password-document";
import {
  type Access,
  checkAccess,
  makePass,
  PASS_SECONDS,
  passCookieName,
} from "@/lib/status-page/serve/access";
import {
  DEVICE_SECONDS,
  deviceCookieName,
  knownDevice,
  makeDeviceMark,
} from "@/lib/status-page/serve/device-cookie";
import { onDemand } from "@/lib/status-page/serve/on-demand";
import { mounted, type PageEntry } from "@/lib/status-page/serve/page-entry";
import type { PageAnswer, PageRequest } from "@/lib/status-page/serve/page-request";
import { mayTryToken, tryPassword } from "@/lib/status-page/serve/password";
import { historyOf, MISSING_PATH } from "@/lib/status-page/serve/representations";
import { createSnapshot, type Snapshot } from "@/lib/status-page/serve/snapshot";
import { isZone, ZONE_PATH } from "@/lib/status-page/serve/time-zones";
import { asChosen, CHOICE_SECONDS } from "@/lib/status-page/serve/visitor-choices";
import { isTheme, THEME_PATH, themeCookieName } from "@/lib/status-page/serve/visitor-theme";
import { zoneCookieName } from "@/lib/status-page/serve/visitor-zone";
import { answerSubscription } from "@/lib/status-page/subscribe/answer";
import { subscriberOf } from "@/lib/status-page/subscribe/token";

const PASSWORD_PATH = "sign-in";
const LATER: PageAnswer = { kind: "refused", status: 429, headers: { "Retry-After": "60" } };
const ICON_PATHS: readonly string[] = ["favicon.ico", "favicon.svg"];

/** Answers a request to a page, in the theme and with the time zone that the visitor chose. */
export async function answerPage(entry: PageEntry, request: PageRequest): Promise<PageAnswer> {
  const asked = languagePath(cleanPath(request.path), entry.row);
  const answer = await answerUsual(entry, request, asked);
  if (answer.kind !== "snapshot") return answer;
  return { ...answer, snapshot: asChosen(entry, answer.snapshot, asked, request) };
}

/** Sends the response that is the same for everyone. Checks access first, in the same way for every representation. */
async function answerUsual(entry: PageEntry, request: PageRequest, asked: LanguagePath): Promise<PageAnswer> {
  const { path } = asked;
  const at = now();
  const token = request.search.get("token");
  const access = checkAccess(entry.row, { address: request.address, token, cookies: request.cookies }, at);
  if (request.method === "POST" && path === PASSWORD_PATH && entry.row.access_password)
    return await signIn(entry, request, asked);
  if (
    token !== null &&
    isGuess(entry, token, access) &&
    !mayTryToken(entry.row, request, access === "remember")
  )
    return LATER;
  const mayView = access === "allow" || access === "remember";
  const subscription = await answerSubscription(entry, request, { ...asked, mayView });
  if (subscription) return subscription;
  if (request.method === "POST" && path === ZONE_PATH && mayView)
    return await chooseZone(entry, request, asked);
  if (request.method === "POST" && path === THEME_PATH && mayView)
    return await chooseTheme(entry, request, asked);
  if (request.method !== "GET" && request.method !== "HEAD")
    return { kind: "refused", status: 405, headers: { Allow: "GET, HEAD" } };
  if (!mayView) return locked(entry, request, asked, access === "password" ? "ask" : "closed");
  if (access === "remember" && request.wantsHtml)
    return { kind: "redirect", location: here(entry, request), cookies: [passCookie(entry, request, at)] };
  return await shown(entry, request, asked, at);
}

/** Answers a visitor who may view the page. */
async function shown(
  entry: PageEntry,
  request: PageRequest,
  asked: LanguagePath,
  at: Date,
): Promise<PageAnswer> {
  const { path, language, isNamed } = asked;
  // The language became the page's own after someone linked to it.
  if (isNamed && language === entry.row.language)
    return { kind: "redirect", location: here(entry, { ...request, path }), cookies: [] };
  const day = path === "history" ? historyOf(request.search.get("date") ?? "") : null;
  if (day) return { kind: "redirect", location: `${homeOf(entry, request, language)}${day}`, cookies: [] };
  const aged = at.getTime() - entry.confirmedAt.getTime() > AGED_AFTER_MS;
  const { mount, search } = request;
  const key = keyOf(asked);
  const found =
    key === "" && entry.home
      ? entry.home
      : await onDemand(entry, asked, { search, aged }).catch(refusedOption);
  if (found instanceof BadgeOptionError)
    return { kind: "snapshot", status: 422, snapshot: plain(found.message), open: false };
  if (found && path !== MISSING_PATH) {
    const snapshot = mounted(entry, key, found, { mount, aged, language });
    return { kind: "snapshot", status: 200, snapshot, open: !entry.isPrivate };
  }
  const missing = await onDemand(entry, { ...asked, path: MISSING_PATH }, { search, aged });
  const snapshot = missing
    ? mounted(entry, keyOf({ ...asked, path: MISSING_PATH }), missing, { mount, aged: false })
    : plain("Not found");
  return { kind: "snapshot", status: 404, snapshot, open: false };
}

/** Returns whether a token is tried as the page's access token. Links in subscribers' emails carry their own. */
function isGuess({ row }: PageEntry, token: string, access: Access): boolean {
  if (row.access_token === null || access === "allow") return false;
  return access === "remember" || subscriberOf(row.id, token) === null;
}

/** Treats "/history/" and "history" as the same path. Paths are case-sensitive. */
function cleanPath(path: string): string {
  const clean = path.replace(/^\//, "").replace(/\/$/, "");
  return ICON_PATHS.includes(clean) ? "favicon" : clean;
}

function here(entry: PageEntry, request: PageRequest): string {
  const path = cleanPath(request.path);
  const base = request.mount === "app" ? pageBase(entry.row.subdomain) : "";
  return `${base}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

function passCookie(entry: PageEntry, request: PageRequest, at: Date): string {
  return cookie(entry, request, passCookieName(entry.row.id), makePass(entry.row, at), PASS_SECONDS);
}

function deviceCookie(entry: PageEntry, request: PageRequest): string {
  const { id } = entry.row;
  return cookie(entry, request, deviceCookieName(id), makeDeviceMark(id), DEVICE_SECONDS);
}

function cookie(
  entry: PageEntry,
  request: PageRequest,
  name: string,
  value: string,
  seconds: number,
): string {
  const scope = request.mount === "app" ? pageBase(entry.row.subdomain) : "/";
  const secure = request.secure ? "; Secure" : "";
  return `${name}=${value}; Path=${scope}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Remembers the zone in which a visitor wants to read times. */
async function chooseZone(
  entry: PageEntry,
  request: PageRequest,
  { language }: LanguagePath,
): Promise<PageAnswer> {
  const { id } = entry.row;
  const zone = (await request.form()).get("zone") ?? "";
  const cookies = isZone(zone) ? [cookie(entry, request, zoneCookieName(id), zone, CHOICE_SECONDS)] : [];
  return { kind: "redirect", location: homeOf(entry, request, language), cookies };
}

/** Remembers the theme in which a visitor wants to read. */
async function chooseTheme(
  entry: PageEntry,
  request: PageRequest,
  { language }: LanguagePath,
): Promise<PageAnswer> {
  const theme = (await request.form()).get("theme") ?? "";
  const seconds = theme === "all" ? 0 : CHOICE_SECONDS;
  const cookies = isTheme(theme)
    ? [cookie(entry, request, themeCookieName(entry.row.id), theme, seconds)]
    : [];
  return { kind: "redirect", location: homeOf(entry, request, language), cookies };
}

/** Answers a visitor without access, in the language of the request: with the form, with it again, or without any. */
function locked(
  entry: PageEntry,
  request: PageRequest,
  { language, isNamed }: LanguagePath,
  form: "ask" | "wrong" | "closed",
): PageAnswer {
  const home = `${baseOf(entry, request)}${isNamed ? `/${language}` : ""}/`;
  const action = form === "closed" ? null : `${home}${PASSWORD_PATH}`;
  const text = passwordDocument({ language: request.language, action, wrong: form === "wrong" });
  const snapshot = createSnapshot({ path: PASSWORD_PATH, contentType: "text/html; charset=utf-8", text });
  return { kind: "snapshot", status: 401, snapshot, open: false };
}

/** Returns the path of the home page in a language, with a slash at the end. */
function homeOf(entry: PageEntry, request: PageRequest, language: PageLanguage): string {
  return `${baseOf(entry, request)}${languagePrefix(language, entry.row.language)}/`;
}

function baseOf({ row }: PageEntry, { mount }: PageRequest): string {
  return mount === "app" ? pageBase(row.subdomain) : "";
}

async function signIn(entry: PageEntry, request: PageRequest, asked: LanguagePath): Promise<PageAnswer> {
  const password = (await request.form()).get("password") ?? "";
  const outcome = await tryPassword(entry.row, request, password);
  if (outcome === "later") return LATER;
  if (outcome === "wrong") return locked(entry, request, asked, "wrong");
  const cookies = [passCookie(entry, request, now())];
  if (knownDevice(entry.row.id, request.cookies) === null) cookies.push(deviceCookie(entry, request));
  return { kind: "redirect", location: homeOf(entry, request, asked.language), cookies };
}

/** Returns the error of a wrong option in a URL; rethrows others. */
function refusedOption(error: unknown): BadgeOptionError {
  if (error instanceof BadgeOptionError) return error;
  throw error;
}

function plain(text: string): Snapshot {
  return createSnapshot({ path: "", contentType: "text/plain; charset=utf-8", text: `${text}\n` });
}
