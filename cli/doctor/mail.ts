import { env } from "@/lib/shared/env";
import { smtpGreeting } from "@/server/start/smtp-greeting";
import { bad, type Finding, good, note } from "./finding";

export async function mailFinding(): Promise<Finding> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) return note("email", "SMTP_URL isn't set; emails are kept in the dashboard's outbox");
  const { host } = new URL(SMTP_URL);
  try {
    return good("email", `${host} responded: ${await smtpGreeting(SMTP_URL)}`);
  } catch (error) {
    return bad("email", `${host} didn't respond: ${(error as Error).message}`);
  }
}
