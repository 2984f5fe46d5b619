import { env } from "@/lib/shared/env";

/** Returns whether a page offers updates by email. Without a mail server, no confirmation would ever arrive. */
export function offersEmail(page: { readonly subscription_channels: readonly string[] }): boolean {
  return page.subscription_channels.includes("email") && env().SMTP_URL !== undefined;
}
