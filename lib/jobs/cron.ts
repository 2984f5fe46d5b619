import { type CronItem, parseCronItems } from "graphile-worker";

/**
 * What runs by the clock, in UTC. A minute missed while no server ran is made up for once, by `backfillPeriod`: these tasks
 * look at what is due, not at which minute it is.
 */
const ITEMS: CronItem[] = [];

export const cronItems = () => parseCronItems(ITEMS);
