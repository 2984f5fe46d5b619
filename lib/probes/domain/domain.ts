import type { DomainRequest } from "@/lib/contract/protocols/domain";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { findingOf, type Probe, type ProbeContext, warn } from "@/lib/probes/probe";
import { monotonicMs, now } from "@/lib/shared/clock";
import { DAY_MS } from "@/lib/shared/durations";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { expiryOf } from "./rdap";

/** Registries limit how often they are asked, and expiry dates hardly ever change. */
const ASK_AGAIN_MS = 6 * 3_600_000;
/** A domain that was just renewed shouldn't stay down, and a registry that failed may work again. */
const ASK_SOON_MS = 600_000;
const DOMAINS_MAX = 2000;

interface Known {
  expires: Date | null;
  /** Why the latest lookup failed. */
  failure: ProbeError | null;
  askedAtMs: number;
}

function isExpiring(expires: Date, daysMin: number): boolean {
  return expires.getTime() - now().getTime() < daysMin * DAY_MS;
}

/** Asks the registry unless it was asked recently. A failure keeps the date that is known. */
async function lookUp(context: ProbeContext, { host, days_min }: DomainRequest): Promise<Known> {
  const all = once("probes.domain.known", () => new Recent<Known>(DOMAINS_MAX));
  const known = all.get(host.toLowerCase()) ?? {
    expires: null,
    failure: null,
    askedAtMs: Number.NEGATIVE_INFINITY,
  };
  const isSettled = known.failure === null && known.expires !== null && !isExpiring(known.expires, days_min);
  if (monotonicMs() - known.askedAtMs < (isSettled ? ASK_AGAIN_MS : ASK_SOON_MS)) return known;
  known.askedAtMs = monotonicMs();
  try {
    known.expires = await expiryOf(context, host);
    known.failure = null;
  } catch (error) {
    const why = error instanceof ProbeError ? error.message : String(error);
    known.failure = new ProbeError("unsupported", `the registration can't be looked up: ${why}`);
  }
  all.set(host.toLowerCase(), known);
  return known;
}

/**
 * Checks when a domain's registration expires. A registry that doesn't say, or doesn't answer, says nothing about the domain, so
 * that the result is inconclusive.
 */
export const probeDomain: Probe<DomainRequest> = (context) =>
  findingOf(async (finding) => {
    const { request } = context.config;
    const { expires, failure } = await lookUp(context, request);
    if (expires === null) throw failure;
    if (failure) warn(finding, failure.message);
    const day = expires.toISOString().slice(0, 10);
    finding.details = { expires: [day] };
    if (isExpiring(expires, request.days_min)) {
      const verb = expires < now() ? "expired" : "expires";
      throw new ProbeError("domain_expiring", `${request.host}: the registration ${verb} on ${day}`);
    }
  });
