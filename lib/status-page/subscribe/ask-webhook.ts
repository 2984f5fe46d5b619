import * as z from "zod";
import { ReceiverUrl } from "@/lib/contract/apps/outgoing-webhook";
import { now } from "@/lib/shared/clock";
import { loadModel, loadSettings, type ReadPage } from "@/lib/status-page/model/load-model";
import { askedWebhookDocument, webhookDocument } from "@/lib/status-page/render/subscribe-webhook";
import { accessMark } from "@/lib/status-page/serve/access";
import { tx } from "@/lib/store/core/tx";
import { insertWebhook } from "@/lib/store/status-pages/webhooks";
import { mayAsk, mayPostTo } from "./budget";
import { choiceOf } from "./choice";
import { webhookSecret } from "./webhook-secret";

/** What a visitor gets: a document, or a refusal after too many requests. */
export type AskedWebhook = { status: 200 | 422; html: string } | "later";

/**
 * Handles a visitor's webhook: queues its challenge and shows a secret of its own. The answer never reveals whether the URL is
 * subscribed, and a subscription that exists keeps its secret.
 */
export async function askWebhook(
  page: ReadPage,
  form: URLSearchParams,
  address: string,
): Promise<AskedWebhook> {
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
