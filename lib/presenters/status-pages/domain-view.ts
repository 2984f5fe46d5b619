import type { DomainRecord } from "@/lib/contract/status-pages/domain";
import type { StatusPage } from "@/lib/contract/status-pages/pages";
import type { StateWord } from "@/lib/presenters/core/states";

/** One way to prove a domain: all of its records are needed. */
export interface DomainOption {
  readonly title: string;
  readonly note: string | null;
  readonly records: readonly DomainRecord[];
}

/** State of a page's custom domain, as the editor shows it. */
export interface DomainView {
  readonly state: StateWord;
  readonly message: string;
  /** Ways to prove the domain, the recommended one first. Empty for local names and before the first check. */
  readonly options: readonly DomainOption[];
  /** Answer of DNS, such as `CNAME acme.example.net`; null while name servers don't respond. */
  readonly answers: readonly string[] | null;
  /** Whether DNS is checked at all. */
  readonly isChecked: boolean;
}

const STATES = {
  waiting: "domain_waiting",
  verifying: "domain_verifying",
  active: "active",
  broken: "domain_broken",
} as const;

/** Returns the view of a page's custom domain; null without one. */
export function domainView(page: StatusPage): DomainView | null {
  const { domain, domain_phase: phase, domain_records: records, domain_answers: answers } = page;
  if (domain === null || phase === null) return null;
  const isLosing = page.domain_offline_at !== null;
  return {
    state: isLosing ? "domain_losing" : STATES[phase],
    message: messageOf(page, domain),
    options: optionsOf(records),
    answers: answers?.map(({ type, value }) => `${type} ${value}`) ?? null,
    isChecked: page.domain_next_check_at !== null,
  };
}

function messageOf(page: StatusPage, domain: string): string {
  const { domain_phase: phase, domain_answers: answers } = page;
  if (phase === "active") {
    if (page.domain_next_check_at === null)
      return `${domain} resolves only in your own network, so it isn't verified in DNS.`;
    return page.domain_offline_at === null
      ? "The page is live at this domain."
      : "The page is still live at this domain, but its DNS records no longer prove that it's yours.";
  }
  if (phase === "broken") return "The page isn't available at this domain, because its DNS records changed.";
  if (page.domain_checked_at === null) return "DNS is being checked.";
  if (answers === null) return "The domain's name servers didn't respond.";
  return phase === "verifying"
    ? `${domain} has DNS records, but they don't point here yet.`
    : `DNS has no record for ${domain} yet. New records can take a few minutes to appear.`;
}

function optionsOf(records: readonly DomainRecord[]): DomainOption[] {
  const of = (...types: DomainRecord["type"][]) => records.filter(({ type }) => types.includes(type));
  const addresses = of("A", "AAAA");
  const options: DomainOption[] = [
    { title: "CNAME record", note: null, records: of("CNAME") },
    {
      title: addresses.length > 1 ? "Address records" : "Address record",
      note: "Remove other A and AAAA records of this name.",
      records: addresses,
    },
    {
      title: "TXT record",
      note: "Use it if a proxy such as Cloudflare hides the records behind its own. Visitors also need a record that leads here.",
      records: of("TXT"),
    },
  ];
  return options.filter((option) => option.records.length > 0);
}
