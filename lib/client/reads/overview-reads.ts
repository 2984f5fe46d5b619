import { COMING } from "./window-reads";

/** How many monitors the overview shows one by one: they are in its HTML. */
export const DAY_MONITORS = 40;
/** Of more monitors, it shows the worst. */
export const WORST_MONITORS = 10;

/** Reads of the overview's cards. */
export const overviewReads = {
  /** Monitors in a stable order, or the worst ones if there are too many to show. */
  day: (total: number) => ({
    query: {
      sort: total > DAY_MONITORS ? ("state" as const) : ("name" as const),
      status: ["offline", "partial", "fetching", "online"],
      per_page: total > DAY_MONITORS ? WORST_MONITORS : DAY_MONITORS,
      with_total: "about" as const,
    },
  }),
  changes: {
    query: {
      subject: ["monitor", "incident", "maintenance_window", "status_page", "integration", "alert_rule"],
      per_page: 30,
    },
  },
  maintenance: { query: { ...COMING, per_page: 3 } },
};
