import * as z from "zod";
import { text } from "@/lib/contract/core/fields";
import { createdShape, plainFields } from "@/lib/contract/core/plain-fields";
import { regionOf } from "@/lib/contract/core/region-names";
import { RegionName } from "@/lib/contract/core/regions";
import { Tags } from "./tags";
import { INTERVALS_SECONDS, TIMEOUTS_MS } from "./times";

/** Maximum number of consecutive failures or successes that a monitor may require. */
export const CONSECUTIVE_MAX = 5;

const consecutive = (title: string, description: string) =>
  z
    .number()
    .int()
    .min(1)
    .max(CONSECUTIVE_MAX)
    .meta({ title, description, examples: [3] });

export const MONITOR_FIELDS = plainFields({
  name: {
    schema: text(2, 45).meta({
      title: "Name",
      description: "2 to 45 characters.",
      examples: ["Shop checkout"],
    }),
  },
  incident_confirmations: {
    schema: consecutive(
      "Consecutive failures",
      "Number of consecutive failures, 1 to 5, after which a region counts as down.",
    ),
    initial: 3,
  },
  recovery_confirmations: {
    schema: consecutive(
      "Consecutive successes",
      "Number of consecutive successes, 1 to 5, after which a region counts as up again.",
    ),
    initial: 3,
  },
  region_threshold: {
    schema: z
      .number()
      .int()
      .min(1)
      .max(10)
      .meta({
        title: "Regions required",
        description:
          "Number of regions that must be down to open an incident, 1 to 10. Must not exceed the number of regions.",
        examples: [1],
      }),
    initial: 1,
  },
  slow_threshold: {
    schema: z
      .number()
      .int()
      .min(1)
      .max(60_000)
      .nullable()
      .meta({
        title: "Slow above",
        description:
          "Milliseconds, 1 to 60,000. Slower successful checks make the monitor degraded, which is never downtime. Null for never.",
        examples: [800],
      }),
    initial: null,
  },
  slow_share: {
    schema: z
      .number()
      .int()
      .min(10)
      .max(100)
      .meta({
        title: "Share of slow checks",
        description:
          "Percentage of the last 10 successful checks, 10 to 100, that must be slow. The monitor stays degraded until fewer than half as many are slow.",
        examples: [50],
      }),
    initial: 50,
  },
});

/** Fields shared by all protocols, without defaults. */
export const MonitorFields = {
  ...MONITOR_FIELDS.shape,
  regions: z
    .array(RegionName)
    .min(1)
    .max(6)
    .refine((regions) => new Set(regions.map(regionOf)).size === regions.length, {
      message: "regions must not contain duplicates; ng-nld-ams and eu-nld-ams are the same region.",
    })
    .meta({
      title: "Regions",
      description:
        "Where checks run from: 1 to 6 different regions, in the given order. Amsterdam has two codes, `ng-nld-ams` and `eu-nld-ams`. A monitor returns the code that was sent and cannot use both. Runners in Amsterdam serve both. Results, certificates, and runners always use `eu-nld-ams`.",
      examples: [["eu-deu-fra", "na-usa-iad"]],
    }),
  interval: z.literal(INTERVALS_SECONDS).meta({
    title: "Interval",
    description: "Seconds between two checks from the same region.",
    examples: [60],
  }),
  timeout: z.literal(TIMEOUTS_MS).meta({
    title: "Timeout",
    description: "Milliseconds after which a check fails. Must not exceed the interval.",
    examples: [20000],
  }),
  tags: Tags,
  paused: z.boolean().meta({
    title: "Paused",
    description: "A paused monitor is not checked. Paused time is excluded from reports.",
    examples: [false],
  }),
};

/** The same fields for creation, with their defaults. */
export const MonitorDefaults = {
  ...createdShape(MONITOR_FIELDS),
  regions: MonitorFields.regions,
  interval: MonitorFields.interval.default(60),
  timeout: MonitorFields.timeout.default(20000),
  tags: Tags.default(null),
  paused: MonitorFields.paused.default(false),
};
