import { mailsLeave } from "@/lib/alerting/system-mail";

/** Whether this installation sends mails, so that a page doesn't promise one. */
export function sendsMail(): boolean {
  return mailsLeave();
}
