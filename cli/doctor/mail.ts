import { checkMailServer } from "@/lib/notify/transport/mail";
import { env } from "@/lib/shared/env";
import { bad, type Finding, good, note } from "./finding";

const UNKNOWN_AUTHORITY = /self-signed|unable to verify|unable to get|issuer/i;

/** Signs in to the mail server with the options that sending uses, STARTTLS and certificate included. */
export async function mailFinding(): Promise<Finding> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) return note("email", "SMTP_URL isn't set; emails are kept in the dashboard's outbox");
  const { host } = new URL(SMTP_URL);
  try {
    await checkMailServer();
    return good("email", `${host} accepts connections and credentials`);
  } catch (error) {
    const { message } = error as Error;
    const remedy = UNKNOWN_AUTHORITY.test(message)
      ? ". If a private authority signed its certificate, set NODE_EXTRA_CA_CERTS to a PEM file with that authority"
      : "";
    return bad("email", `${host} can't be used: ${message}${remedy}`);
  }
}
