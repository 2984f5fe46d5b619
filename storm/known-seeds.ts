export interface KnownSeed {
  readonly seed: number;
  readonly minutes: number;
  readonly found: string;
}

/** Seeds that found a defect, by the plans of their time. Tests beside the code keep what they found. They run first. */
export const KNOWN_SEEDS: readonly KnownSeed[] = [
  {
    seed: 1,
    minutes: 1,
    found:
      "A runner's clock was set back an hour while its server was unavailable, and an incident began an hour too early.",
  },
  {
    seed: 2,
    minutes: 1,
    found:
      "A server was killed after it created an incident and before it kept its response. Sent again with the same Idempotency-Key two minutes later, the incident was created twice.",
  },
  {
    seed: 10,
    minutes: 5,
    found:
      "A runner started while its clock was an hour behind, and dated the checks of its first second by it.",
  },
  {
    seed: 11,
    minutes: 5,
    found:
      "After a rate limit, a delivery whose server had died while sending it was chosen before an earlier one and waited for it forever, with everything behind it.",
  },
  {
    seed: 39,
    minutes: 5,
    found:
      "Late results no longer confirmed an incident whose monitor was still down. It was announced as recovered, and seconds later as a new one.",
  },
  {
    seed: 7002,
    minutes: 4,
    found:
      "While a server was frozen, one region's success waited. Its late arrival ended an incident during the outage, and another opened three seconds later.",
  },
  {
    seed: 201,
    minutes: 3,
    found:
      "A server that couldn't connect to the database for more than a second answered 503 for pages that it had in memory.",
  },
  {
    seed: 304,
    minutes: 5,
    found:
      "Monitors of six projects failed everywhere. Two regions were gated, and their failures didn't confirm each other, so outages were missed. A gate that began after an incident opened ended it as recovered.",
  },
  {
    seed: 305,
    minutes: 2,
    found:
      "A server was killed while it rendered a project's pages. Its lock kept them as they were for minutes after their targets recovered.",
  },
  {
    seed: 403,
    minutes: 5,
    found:
      "An incident was announced as recovered before late results showed that its recovery had to wait. Each later result corrected it again.",
  },
];
