import type { Impact, IncidentState } from "@/lib/contract/incidents/states";

export interface DemoIncident {
  daysAgo: number;
  /** UTC time of day it began, hours. */
  hour: number;
  minutes: number;
  title: string;
  impact: Impact;
  services: string[];
  type: "monitor" | "manual";
  /** Planned work is left out of downtime. */
  planned?: boolean;
  /** Minutes after the start, state, text. */
  updates: Array<[number, IncidentState, string]>;
}

/** What happened in the demo's last 90 days, oldest first. */
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
      [4, "investigating", "Payments fail for every customer. We are looking into it."],
      [
        13,
        "identified",
        "A certificate of our payment provider's gateway expired. We are **switching to the second gateway**.",
      ],
      [
        27,
        "resolved",
        "Payments work again. Orders placed in between were not charged; customers were told by mail.",
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
      [5, "investigating", "Pictures load slowly or not at all."],
      [11, "resolved", "A full disk on one image server was cleared."],
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
        "We upgrade the main database. Writes are refused for up to 45 minutes; reading goes on.",
      ],
      [45, "resolved", "The upgrade is done."],
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
      [6, "investigating", "About half of all API calls answer with an error."],
      [
        22,
        "identified",
        "A release made each request open a new database connection. We are **rolling it back**.",
      ],
      [48, "monitoring", "The previous release runs everywhere. Webhooks that waited are being sent."],
      [63, "resolved", "All webhooks were delivered. We now count connections in every release test."],
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
    updates: [[6, "resolved", "A wrong redirect was live for six minutes."]],
  },
  {
    daysAgo: 16,
    hour: 11.5,
    minutes: 94,
    title: "Search answers slowly",
    impact: "degraded_performance",
    services: ["Search"],
    type: "manual",
    planned: true,
    updates: [
      [3, "investigating", "Search needs several seconds for some queries."],
      [40, "identified", "One of three index servers was rebuilt and is catching up."],
      [94, "resolved", "All index servers answer at their usual speed."],
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
      [3, "investigating", "Signing in fails. Who is signed in is not affected."],
      [
        9,
        "identified",
        "A rate limit counted every office behind one address as one person. It is **raised**.",
      ],
      [14, "resolved", "Signing in works again."],
    ],
  },
];
