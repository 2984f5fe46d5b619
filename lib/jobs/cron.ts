import { type CronItem, parseCronItems } from "graphile-worker";

/**
 * What runs by the clock, in UTC. These tasks look at what is due, not at which minute it is: the worker adds each once when
 * it starts, and that makes up for whatever was missed while no server ran.
 */
const ITEMS: CronItem[] = [
  { task: "tick", match: "* * * * *", options: { jobKey: "tick", maxAttempts: 1 } },
  { task: "seal_all", match: "* * * * *", options: { jobKey: "seal_all", maxAttempts: 1 } },
  { task: "upkeep", match: "5 * * * *", options: { jobKey: "upkeep", maxAttempts: 3 } },
];

/** Parsed for the worker. */
export const cronItems = () => parseCronItems(ITEMS);

/** Tasks of the clock, each to be added once at start. */
export const CLOCK_TASKS: readonly string[] = ITEMS.map((item) => item.task);
