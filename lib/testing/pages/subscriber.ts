import { Logger, runOnce } from "graphile-worker";
import { Dispatcher } from "@/lib/alerting/dispatcher";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { tasks } from "@/lib/jobs/tasks";
import { createMonitor } from "@/lib/services/monitors/writes";
import { createStatusPage } from "@/lib/services/status-pages/writes";
import { forget } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";
import type { MailServer, ReceivedMail } from "@/lib/testing/notifications/mail-server";
import { MONITOR, type Scene, STATUS_PAGE } from "@/lib/testing/scene";
import type { Answer, AskOptions, TestFrontDoor } from "./front-door";

export function useSmtp(url: string | undefined): void {
  if (url) process.env.SMTP_URL = url;
  else delete process.env.SMTP_URL;
  forget("env");
}

let pages = 0;

/** Creates a page with two monitors that offers email updates; `base` is its path in the app. */
export async function makeMailingPage(scene: Scene, change: object = {}) {
  const caller = scene.caller();
  pages += 1;
  const subdomain = `acme-${pages}`;
  const shop = await createMonitor(caller, CreateMonitor.parse({ ...MONITOR, name: "Shop" }));
  const search = await createMonitor(caller, CreateMonitor.parse({ ...MONITOR, name: "Search" }));
  const input = CreateStatusPage.parse({
    ...STATUS_PAGE,
    subdomain,
    search_engine_indexed: true,
    subscription_channels: ["rss", "email"],
    components: [shop.id, search.id].map((id) => ({
      componentable_type: "uptime/monitor",
      componentable_id: id,
    })),
    ...change,
  });
  const page = await createStatusPage(caller, input);
  return { page, base: `/status/${page.subdomain}`, shop: shop.id, search: search.id };
}

const silent = new Logger(() => () => undefined);

/** Dispatches what is due, and runs the due jobs of subscriber emails and those that they add. */
export async function drainMails(): Promise<void> {
  await new Dispatcher().runOnce();
  const { send_page_mails, subscription_mail, announce_events, announce_window } = tasks;
  const taskList = { send_page_mails, subscription_mail, announce_events, announce_window } as typeof tasks;
  await runOnce({ pgPool: pool(), taskList, concurrency: 2, noHandleSignals: true, logger: silent });
}

/** Submits a form as a browser does. */
export function post(
  frontDoor: TestFrontDoor,
  path: string,
  fields: string,
  options: AskOptions = {},
): Promise<Answer> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", ...options.headers };
  return frontDoor.ask(path, { ...options, method: "POST", headers, body: fields });
}

/** Returns the decoded text part of an email. */
export function textOf(mail: ReceivedMail | undefined): string {
  const part = /text\/plain.*?\r\n\r\n(.*?)\r\n----_/s.exec(mail?.raw ?? "")?.[1] ?? "";
  const joined = part.replace(/=\r\n/g, "").replaceAll("\r\n", "\n");
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Returns the complete `/subscribe/…` links in an email. */
export function linksOf(mail: ReceivedMail | undefined): string[] {
  return textOf(mail).match(/https?:\/\/\S+\/subscribe\/\S+/g) ?? [];
}

export function tokenOf(mail: ReceivedMail | undefined): string {
  return /token=([\w.-]+)/.exec(mail?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
}

/** Subscribes and confirms. Returns the secret of the address's links and removes those emails from the mail server. */
export async function subscribeAndConfirm(
  { frontDoor, mailServer, base }: { frontDoor: TestFrontDoor; mailServer: MailServer; base: string },
  email: string,
  components: readonly number[] = [],
): Promise<string> {
  const chosen = components.map((id) => `&component=${id}`).join("");
  await post(frontDoor, `${base}/subscribe`, `email=${encodeURIComponent(email)}${chosen}`);
  await drainMails();
  // An earlier test may have left an email to someone else, which goes out now.
  const token = tokenOf(mailServer.mails.splice(0).findLast(({ recipients }) => recipients.includes(email)));
  await post(frontDoor, `${base}/subscribe/confirm`, `token=${token}`);
  return token;
}
