import { invalidField } from "@/lib/contract/core/errors";
import type {
  AddPageSubscriber,
  ImportedPageSubscribers,
  ImportPageSubscribers,
  PageSubscriber,
} from "@/lib/contract/status-pages/subscribers";
import {
  IMPORT_MAX_LINES,
  type ImportedSubscriber,
  readSubscribers,
  type SkippedLine,
  subscriberCsv,
} from "@/lib/domain/status-pages/subscriber-csv";
import { audit } from "@/lib/services/core/audit";
import { type Caller, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { Turns } from "@/lib/shared/turns";
import { accessMark } from "@/lib/status-page/serve/access";
import { mayWriteTo } from "@/lib/status-page/subscribe/budget";
import { webhookSecret } from "@/lib/status-page/subscribe/webhook-secret";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import {
  confirmedAmong,
  insertConfirmed,
  selectAllSubscribers,
} from "@/lib/store/status-pages/subscriber-lists";
import {
  hasActiveWebhook,
  type SubscriberChoice,
  selectSubscriber,
  upsertSubscriber,
} from "@/lib/store/status-pages/subscribers";
import { insertWebhook } from "@/lib/store/status-pages/webhooks";
import { choosable, ownPage, requireChannel, toSubscriber } from "./subscribers";

const SKIPPED_SHOWN = 100;

/**
 * Adds a person, who gets an email to confirm unless they have consented, or a webhook, which gets a challenge. The audit log records
 * it without the address.
 */
export async function addPageSubscriber(
  caller: Caller,
  pageId: number,
  input: AddPageSubscriber,
): Promise<PageSubscriber & { secret: string | null }> {
  requirePermission(caller, "uptime:write");
  const page = await ownPage(caller, pageId);
  requireKnownChoice(page, input);
  const { email, url, components, groups, kinds } = input;
  const choice = { components, groups, kinds };
  const id =
    url === null ? await addPerson(caller, page, input, choice) : await addWebhook(caller, page, url, choice);
  const row = await selectSubscriber(pageId, id);
  if (!row) throw new Error("The subscriber was not saved");
  return { ...toSubscriber(row), secret: email === null ? webhookSecret(pageId, id) : null };
}

function requireKnownChoice(page: StatusPageRow, { components, groups }: AddPageSubscriber): void {
  const known = choosable(page);
  const monitor = components.find((id) => !known.components.includes(id));
  if (monitor !== undefined)
    throw invalidField("components", `components must be monitors on this page; got ${monitor}.`);
  const group = groups.find((name) => !known.groups.includes(name));
  if (group !== undefined)
    throw invalidField("groups", `groups must be on this page; got ${JSON.stringify(group)}.`);
}

async function addPerson(
  caller: Caller,
  page: StatusPageRow,
  input: AddPageSubscriber,
  choice: SubscriberChoice,
): Promise<number> {
  requireChannel(page, "email", "email");
  const email = (input.email ?? "").toLowerCase();
  if ((await confirmedAmong(page.id, [email])).has(email))
    throw invalidField("email", `email must not be a subscriber of this page already; got ${email}.`);
  if (!input.has_consented && env().SMTP_URL === undefined)
    throw invalidField(
      "has_consented",
      "has_consented must be true while this server has no mail server (SMTP_URL), because no email to confirm can be sent; got false.",
    );
  if (!input.has_consented && !(await mayWriteTo(page.id, email)))
    throw invalidField(
      "email",
      `email must not have received a confirmation email within the last day; got ${email}.`,
    );
  return tx(async (trx) => {
    const mark = accessMark(page);
    if (input.has_consented)
      await insertConfirmed(trx, { id: page.id, accessMark: mark, source: "added" }, [{ ...choice, email }]);
    const wish = { pageId: page.id, email, choice, accessMark: mark, language: null };
    const subscriberId = await upsertSubscriber(trx, wish);
    if (!input.has_consented) await addJob(trx, "subscription_mail", { subscriberId, askedAt: now() });
    await recordAddition(trx, caller, page, 1);
    return subscriberId;
  });
}

async function addWebhook(
  caller: Caller,
  page: StatusPageRow,
  url: string,
  choice: SubscriberChoice,
): Promise<number> {
  requireChannel(page, "webhook", "url");
  if (await hasActiveWebhook(page.id, url))
    throw invalidField("url", `url must not be a subscriber of this page already; got ${url}.`);
  return tx(async (trx) => {
    const wish = { pageId: page.id, url, source: "added" as const, choice };
    const id = await insertWebhook(trx, { ...wish, accessMark: accessMark(page) });
    await recordAddition(trx, caller, page, 1);
    return id;
  });
}

function recordAddition(trx: Tx, caller: Caller, page: StatusPageRow, count: number): Promise<void> {
  return audit(trx, caller, "status_page.subscribers_added", { type: "status_page", id: page.id }, { count });
}

/**
 * Imports consenting people from CSV, or says what an import would do. Their addresses get news from then on, and no email about the
 * import itself.
 */
export async function importPageSubscribers(
  caller: Caller,
  pageId: number,
  { csv, preview }: ImportPageSubscribers,
): Promise<ImportedPageSubscribers> {
  requirePermission(caller, "uptime:write");
  const page = await ownPage(caller, pageId);
  requireChannel(page, "email", "csv");
  const turns = new Turns();
  const { subscribers, skipped } = await readSubscribers(csv, choosable(page), () => turns.pause());
  const lines = subscribers.length + skipped.length;
  if (lines > IMPORT_MAX_LINES)
    throw invalidField(
      "csv",
      `csv must have at most ${IMPORT_MAX_LINES} lines with addresses; got ${lines}.`,
    );
  const known = await confirmedAmong(
    pageId,
    subscribers.map(({ email }) => email),
  );
  const fresh = subscribers.filter(({ email }) => !known.has(email));
  const repeated = subscribers
    .filter(({ email }) => known.has(email))
    .map(({ line, email }) => ({ line, address: email, reason: "Already a subscriber." }));
  const added = preview || fresh.length === 0 ? fresh.length : await saveImport(caller, page, fresh);
  return summary(added, [...skipped, ...repeated]);
}

function saveImport(
  caller: Caller,
  page: StatusPageRow,
  people: readonly ImportedSubscriber[],
): Promise<number> {
  return tx(async (trx) => {
    const target = { id: page.id, accessMark: accessMark(page), source: "imported" as const };
    const count = await insertConfirmed(trx, target, people);
    await recordAddition(trx, caller, page, count);
    return count;
  });
}

function summary(added: number, skipped: readonly SkippedLine[]): ImportedPageSubscribers {
  const inOrder = [...skipped].sort((a, b) => a.line - b.line);
  return { added, skipped_count: skipped.length, skipped: inOrder.slice(0, SKIPPED_SHOWN) };
}

export async function exportPageSubscribers(caller: Caller, pageId: number): Promise<string> {
  requirePermission(caller, "uptime:read");
  await ownPage(caller, pageId);
  const rows = await selectAllSubscribers(pageId);
  return subscriberCsv(rows.map((row) => ({ ...toSubscriber(row), createdAt: isoSeconds(row.created_at) })));
}
