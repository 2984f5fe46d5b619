import { mailsLeave } from "@/lib/alerting/system-mail";

/** Returns whether this installation sends email, so that pages do not promise one. */
export function sendsMail(): boolean {
  return mailsLeave();
}
