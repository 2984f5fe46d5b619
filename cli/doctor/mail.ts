import { env } from "@/lib/shared/env";
import { smtpGreeting } from "@/server/start/smtp-greeting";
import { bad, type Finding, good, note } from "./finding";

export async function mailFinding(): Promise<Finding> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) return note("mail", "SMTP_URL is not set: mails are kept and shown in the dashboard");
  const { host } = new URL(SMTP_URL);
  try {
    return good("mail", `${host} answers: ${await smtpGreeting(SMTP_URL)}`);
  } catch (error) {
    return bad("mail", `${host} does not answer: ${(error as Error).message}`);
  }
}
