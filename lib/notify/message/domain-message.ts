import { finished } from "./compose";
import type { Message } from "./message";
import { momentText } from "./wording";

export interface LostDomainFacts {
  pageId: number;
  /** Name of the page. */
  name: string;
  domain: string;
  /** When the domain goes offline; null if it already has. */
  offlineAt: Date | null;
  /** The records, any of which proves the domain, such as `CNAME status.example.com → acme.example.net`. */
  records: readonly string[];
  /** Current DNS records, such as `CNAME old.example.net`. */
  answers: readonly string[];
}

/** Returns the message to owners about a custom domain whose DNS records no longer lead to its page. */
export function domainMessage({
  pageId,
  name,
  domain,
  offlineAt,
  records,
  answers,
}: LostDomainFacts): Message {
  return finished({
    level: "warning",
    title: offlineAt
      ? `DNS no longer verifies ${domain}`
      : `The status page ${name} is no longer available at ${domain}`,
    lines: [
      offlineAt
        ? `The status page ${name} goes offline at this domain on ${momentText(offlineAt)} unless its DNS record is restored.`
        : "Its DNS record has been missing for 24 hours. The page goes live there again once the record is back.",
      `One of these records is enough: ${records.join(", or ")}.`,
    ],
    facts: [{ label: "DNS answers", value: answers.join(", ") || "no records" }],
    link: { label: "Open the page's settings", url: `/status-pages/${pageId}` },
  });
}
