import type { Impact, IncidentState } from "@/lib/contract/incidents/states";

export interface DemoIncident {
  daysAgo: number;
  /** UTC hour of the start. */
  hour: number;
  minutes: number;
  title: string;
  impact: Impact;
  services: string[];
  type: "monitor" | "manual";
  /** Planned maintenance doesn't count as downtime. */
  planned?: boolean;
  /** Minutes after the start, state, text. */
  updates: Array<[number, IncidentState, string]>;
}

/** Incidents of the last 90 days, oldest first. */
export const INCIDENTS: DemoIncident[] = [
  {
    daysAgo: 83,
    hour: 9.4,
    minutes: 27,
    title: "Checkout is down",
    impact: "major_outage",
    services: ["Checkout"],
    type: "monitor",
    updates: [
      [4, "investigating", "Payments are failing for all customers. We're investigating."],
      [
        13,
        "identified",
        "A certificate on our payment provider's gateway expired. We're **switching to the backup gateway**.",
      ],
      [
        27,
        "resolved",
        "Payments are working again. Orders placed during the outage weren't charged, and we've emailed those customers.",
      ],
    ],
  },
  {
    daysAgo: 71,
    hour: 14.1,
    minutes: 11,
    title: "Images is down",
    impact: "partial_outage",
    services: ["Images"],
    type: "monitor",
    updates: [
      [5, "investigating", "Images are loading slowly or not at all."],
      [11, "resolved", "We freed space on an image server whose disk was full."],
    ],
  },
  {
    daysAgo: 58,
    hour: 2,
    minutes: 45,
    title: "Database upgrade",
    impact: "maintenance",
    services: ["Public API", "Sign-in"],
    type: "manual",
    planned: true,
    updates: [
      [
        0,
        "identified",
        "We're upgrading the main database. Writes are unavailable for up to 45 minutes; reads aren't affected.",
      ],
      [45, "resolved", "The upgrade is complete."],
    ],
  },
  {
    daysAgo: 44,
    hour: 17.7,
    minutes: 63,
    title: "Public API is down",
    impact: "major_outage",
    services: ["Public API", "Webhooks"],
    type: "monitor",
    updates: [
      [6, "investigating", "About half of all API requests are returning errors."],
      [
        22,
        "identified",
        "A new release opens a database connection for every request. We're **rolling it back**.",
      ],
      [48, "monitoring", "The previous release is live everywhere. We're sending the queued webhooks."],
      [63, "resolved", "All webhooks have been delivered. Our release tests now check connection counts."],
    ],
  },
  {
    daysAgo: 29,
    hour: 6.2,
    minutes: 6,
    title: "Documentation is down",
    impact: "partial_outage",
    services: ["Documentation"],
    type: "monitor",
    updates: [[6, "resolved", "An incorrect redirect was live for six minutes."]],
  },
  {
    daysAgo: 16,
    hour: 11.5,
    minutes: 94,
    title: "Search is slow",
    impact: "degraded_performance",
    services: ["Search"],
    type: "manual",
    planned: true,
    updates: [
      [3, "investigating", "Some search queries take several seconds."],
      [40, "identified", "One of three index servers was rebuilt and is catching up on updates."],
      [94, "resolved", "All index servers are responding at normal speed."],
    ],
  },
  {
    daysAgo: 5,
    hour: 20.9,
    minutes: 14,
    title: "Sign-in is down",
    impact: "major_outage",
    services: ["Sign-in"],
    type: "monitor",
    updates: [
      [3, "investigating", "Sign-ins are failing. Users who are already signed in aren't affected."],
      [
        9,
        "identified",
        "A rate limit treated everyone behind one office IP address as a single user. We've **raised the limit**.",
      ],
      [14, "resolved", "Sign-in is working again."],
    ],
  },
];
