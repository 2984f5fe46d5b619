import * as z from "zod";
import { Email } from "@/lib/contract/accounts/users";
import { ReceiverUrl } from "@/lib/contract/apps/outgoing-webhook";
import { type PageLanguage, pageLanguage } from "@/lib/contract/status-pages/languages";
import { now } from "@/lib/shared/clock";
import { pageBase } from "@/lib/status-page/model/addresses";
import { offersEmail } from "@/lib/status-page/model/email-offer";
import { languagePrefix } from "@/lib/status-page/model/language-paths";
import { loadModel, loadSettings, type ReadPage } from "@/lib/status-page/model/load-model";
import * as documents from "@/lib/status-page/render/subscribe-documents";
import { askedWebhookDocument, webhookDocument } from "@/lib/status-page/render/subscribe-webhook";
import { accessMark } from "@/lib/status-page/serve/access";
import { briefRead } from "@/lib/status-page/serve/brief-read";
import type { PageEntry } from "@/lib/status-page/serve/page-entry";
import type { PageAnswer, PageRequest } from "@/lib/status-page/serve/page-request";
import { HTML } from "@/lib/status-page/serve/representations";
import { createSnapshot, LazySnapshot } from "@/lib/status-page/serve/snapshot";
import { addJob } from "@/lib/store/core/jobs";
import { tx } from "@/lib/store/core/tx";
import { type StatusPageRow, selectPageById } from "@/lib/store/status-pages/pages";
import {
  confirmSubscriber,
  deleteSubscriber,
  type PageSubscriberRow,
  selectSubscriber,
  updateSubscriber,
  upsertSubscriber,
} from "@/lib/store/status-pages/subscribers";
import { insertWebhook } from "@/lib/store/status-pages/webhooks";
import { mayAsk, mayPostTo, mayWriteTo } from "./budget";
import { choiceOf } from "./choice";
import { subscriberOf } from "./token";
import { webhookSecret } from "./webhook-secret";

const { SUBSCRIBE_PATHS: PATHS } = documents;

/** A request about a subscription. */
interface SubscriptionRequest {
  readonly entry: PageEntry;
  readonly page: ReadPage;
  readonly request: PageRequest;
  readonly isPost: boolean;
  readonly form: URLSearchParams;
  readonly mayView: boolean;
}

interface TokenRequest extends SubscriptionRequest {
  readonly token: string;
  readonly subscriberId: number;
  readonly place: documents.Place;
}

/**
 * Answers requests about subscriptions; null for other requests. Subscribing and choosing components require access to the page.
 * Confirming and unsubscribing only require the token from an email, on documents that reveal nothing about the page, because
 * unsubscribing must always work (RFC 8058). An invalid token is answered like any request without access.
 */
export async function answerSubscription(
  entry: PageEntry,
  request: PageRequest,
  { path, language, mayView }: { path: string; language: PageLanguage; mayView: boolean },
): Promise<PageAnswer | null> {
  const isPost = request.method === "POST";
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isForm = path === PATHS.ask || path === PATHS.askWebhook;
  // The forms themselves are served like any other representation.
  if (!Object.values<string>(PATHS).includes(path) || (isForm ? !isPost : !isPost && !isRead)) return null;
  const stored = await briefRead(() => selectPageById(entry.row.id));
  if (!stored) return null;
  const page = { ...stored, readIn: language };
  if (path === PATHS.ask && !(offersEmail(page) && mayView)) return null;
  if (path === PATHS.askWebhook && !(offers(page, "webhook") && mayView)) return null;
  const form = isPost ? await request.form() : new URLSearchParams();
  const asking = { entry, page, request, isPost, form, mayView };
  if (path === PATHS.askWebhook) return webhook(asking);
  return path === PATHS.ask ? ask(asking) : withToken(asking, path);
}

const LATER: PageAnswer = { kind: "refused", status: 429, headers: { "Retry-After": "3600" } };

function offers(page: StatusPageRow, channel: "email" | "webhook"): boolean {
  return page.subscription_channels.includes(channel);
}

async function webhook(asking: SubscriptionRequest): Promise<PageAnswer> {
  const asked = await askWebhook(asking.page, asking.form, asking.request.address);
  return asked === "later" ? LATER : answer(asking, asked.html, asked.status);
}

/** Handles the first step of the double opt-in. The answer never reveals whether the address is known. */
async function ask(asking: SubscriptionRequest): Promise<PageAnswer> {
  const { page, request, form } = asking;
  const choice = choiceOf(page, form);
  const given = (form.get("email") ?? "").slice(0, 300);
  const email = Email.safeParse(given);
  if (!email.success) {
    const model = await loadModel(page, now());
    return answer(asking, documents.subscribeDocument(model, { email: given, choice }), 422);
  }
  if (!(await mayAsk(page.id, request.address))) return LATER;
  const address = email.data.toLowerCase();
  const mayWrite = await mayWriteTo(page.id, address);
  await tx(async (trx) => {
    const language = page.readIn === page.language ? null : (page.readIn ?? null);
    const wish = { pageId: page.id, email: address, choice, accessMark: accessMark(page), language };
    const subscriberId = await upsertSubscriber(trx, wish);
    if (mayWrite) await addJob(trx, "subscription_mail", { subscriberId, askedAt: now() });
  });
  return answer(asking, documents.askedDocument(await loadSettings(page), email.data));
}

/** Handles every link from an email. */
async function withToken(asking: SubscriptionRequest, path: string): Promise<PageAnswer | null> {
  const { page, request, form, mayView } = asking;
  const { readIn: language = pageLanguage(page.language) } = page;
  const token = form.get("token") ?? request.search.get("token") ?? "";
  const subscriberId = subscriberOf(page.id, token);
  if (subscriberId === null) return stale(asking);
  const place = mayView
    ? await loadSettings(page)
    : { base: `${pageBase(page.subdomain)}${languagePrefix(language, page.language)}`, language };
  const tokenRequest = { ...asking, token, subscriberId, place };
  if (path === PATHS.leave) return leave(tokenRequest);
  const subscriber = await selectSubscriber(page.id, subscriberId);
  if (!subscriber || !offers(page, subscriber.url === null ? "email" : "webhook")) return stale(asking);
  if (path === PATHS.confirm) return confirm(tokenRequest);
  if (!mayView) return null;
  return subscriber.confirmed_at
    ? manage(tokenRequest, subscriber)
    : answer(asking, documents.confirmDocument(place, token));
}

async function stale(asking: SubscriptionRequest): Promise<PageAnswer | null> {
  if (!asking.mayView || !(offers(asking.page, "email") || offers(asking.page, "webhook"))) return null;
  return answer(asking, documents.staleDocument(await loadSettings(asking.page)), 404);
}

async function confirm(tokenRequest: TokenRequest): Promise<PageAnswer | null> {
  const { page, isPost, place, token, subscriberId } = tokenRequest;
  if (!isPost) return answer(tokenRequest, documents.confirmDocument(place, token));
  if (!(await confirmSubscriber(page.id, subscriberId, now()))) return stale(tokenRequest);
  return answer(tokenRequest, documents.confirmedDocument(place, token));
}

async function manage(tokenRequest: TokenRequest, subscriber: PageSubscriberRow): Promise<PageAnswer> {
  const { page, isPost, form, token } = tokenRequest;
  const choice = isPost ? choiceOf(page, form) : choiceIn(subscriber);
  if (isPost) await updateSubscriber(page.id, subscriber.id, { ...choice, access_mark: accessMark(page) });
  const model = await loadModel(page, now());
  const address = subscriber.email ?? subscriber.url ?? "";
  return answer(tokenRequest, documents.manageDocument(model, { address, choice, token, saved: isPost }));
}

function choiceIn({ components, groups, kinds }: PageSubscriberRow) {
  return { components, groups, kinds };
}

/** Unsubscribes by the button or by the email client itself (RFC 8058). Idempotent. */
async function leave({
  page,
  isPost,
  place,
  token,
  subscriberId,
  ...asking
}: TokenRequest): Promise<PageAnswer> {
  const exists = (await selectSubscriber(page.id, subscriberId)) !== null;
  if (exists && !isPost) return answer(asking, documents.leaveDocument(place, token));
  if (exists) await deleteSubscriber(page.id, subscriberId);
  return answer(asking, documents.leftDocument(place));
}

/** Returns a document for one person, which is never cached. Sends no Referer, because the URL contains the token. */
function answer(
  { entry, request }: Pick<SubscriptionRequest, "entry" | "request">,
  html: string,
  status: 200 | 404 | 422 = 200,
): PageAnswer {
  const text =
    request.mount === "host" ? html.replaceAll(`="${pageBase(entry.row.subdomain)}/`, '="/') : html;
  const { etag, headers, identity } = createSnapshot({ path: PATHS.ask, contentType: HTML, text });
  const snapshot = new LazySnapshot(HTML, etag, { ...headers, "Referrer-Policy": "no-referrer" }, identity);
  return { kind: "snapshot", status, snapshot, open: false };
}

/** Response to a visitor: a document, or a refusal after too many requests. */
type AskedWebhook = { status: 200 | 422; html: string } | "later";

/**
 * Handles a visitor's webhook: queues its challenge and shows a secret of its own. The answer never reveals whether the URL is
 * subscribed, and a subscription that exists keeps its secret.
 */
async function askWebhook(page: ReadPage, form: URLSearchParams, address: string): Promise<AskedWebhook> {
  const choice = choiceOf(page, form);
  const given = (form.get("url") ?? "").slice(0, 300);
  const url = z.object({ url: ReceiverUrl }).safeParse({ url: given });
  if (!url.success) {
    const model = await loadModel(page, now());
    return { status: 422, html: webhookDocument(model, { url: given, choice }) };
  }
  const receiver = url.data.url;
  if (!(await mayAsk(page.id, address)) || !(await mayPostTo(page.id, receiver))) return "later";
  const wish = { pageId: page.id, url: receiver, source: "visitor" as const, choice };
  const id = await tx((trx) => insertWebhook(trx, { ...wish, accessMark: accessMark(page) }));
  const html = askedWebhookDocument(await loadSettings(page), receiver, webhookSecret(page.id, id));
  return { status: 200, html };
}
