import * as z from "zod";
import { CalendarError, parseCron, parseOnCalendar } from "@/lib/contract/core/calendar";
import { TimeZone } from "@/lib/contract/core/time-zone";
import { fieldName, must } from "@/lib/contract/core/wording";
import { protocolContract } from "./protocol";

/** A day; jobs that run more rarely than yearly can't be monitored. */
const DAY_S = 86_400;
const SECONDS_MAX = 366 * DAY_S;
const SECONDS_MIN = 10;

const seconds = (title: string, description: string, example: number) =>
  z
    .number()
    .int()
    .min(SECONDS_MIN)
    .max(SECONDS_MAX)
    .meta({
      title,
      description: `${description} From ${SECONDS_MIN} seconds to 366 days.`,
      examples: [example],
    });

/** A part of a ping URL. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9_-]{1,100}$/, must("contain 1 to 100 of the characters a-z, 0-9, hyphen, and underscore"));

/** The secret part of URLs that receive signals. */
export const Token = z
  .string()
  .regex(/^[A-Za-z0-9_-]{10,100}$/, must("contain 10 to 100 letters, digits, hyphens, and underscores"))
  .nullable()
  .meta({
    title: "Token",
    description: "Secret part of the ping URL. Generated if omitted on creation, kept if omitted on update.",
    examples: ["5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278"],
  });

const SIMPLE = { schedule: "period", period: DAY_S, grace: 3600, time_zone: "UTC" } as const;

const fields = {
  slug: Slug.nullable().meta({
    title: "Slug",
    description:
      "Names the monitor in ping URLs with the project's ping key. Lowercase letters, digits, hyphens, and underscores.",
    examples: ["database-backup"],
  }),
  schedule: z.enum(["period", "cron", "on_calendar"]).meta({
    title: "Schedule",
    description:
      "How to tell when the next signal is due: a period after the last one, a cron expression, or an OnCalendar expression of systemd.",
    examples: [SIMPLE.schedule],
  }),
  period: seconds("Period", "Seconds from one signal to the next.", SIMPLE.period),
  expression: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .nullable()
    .meta({
      title: "Expression",
      description:
        "Cron expression of five fields, such as 0 3 * * *, or OnCalendar expression, such as Mon..Fri 03:00.",
      examples: ["0 3 * * *"],
    }),
  time_zone: TimeZone.meta({
    title: "Time zone",
    description: "IANA time zone of the expression.",
    examples: ["Europe/Berlin"],
  }),
  grace: seconds(
    "Grace time",
    "Seconds that a signal may be late. Also limits each run unless `run_max` is set.",
    SIMPLE.grace,
  ),
  run_min: seconds(
    "Shortest run",
    "A shorter run is a failure. Measured from the start signal.",
    30,
  ).nullable(),
  run_max: seconds(
    "Longest run",
    "A longer run is a failure. Measured from the start signal. Without it, the grace time applies.",
    7200,
  ).nullable(),
  token: Token,
};

/** The request of a heartbeat monitor: when signals are expected, and what identifies them. */
export const HeartbeatRequest = z
  .object({
    ...fields,
    slug: fields.slug.default(null),
    schedule: fields.schedule.default(SIMPLE.schedule),
    period: fields.period.default(SIMPLE.period),
    expression: fields.expression.default(null),
    time_zone: fields.time_zone.default(SIMPLE.time_zone),
    grace: fields.grace.default(SIMPLE.grace),
    run_min: fields.run_min.default(null),
    run_max: fields.run_max.default(null),
    token: fields.token.default(null),
  })
  .superRefine(({ schedule, expression, run_min, run_max }, context) => {
    const refuse = (path: string[], message: (name: string) => string) =>
      context.addIssue({ code: "custom", path, message: message(fieldName(["request", ...path])) });
    const wrong = schedule === "period" ? null : problemOf(schedule, expression);
    if (wrong) refuse(["expression"], (name) => `${name} must be ${wrong}.`);
    if (run_min !== null && run_max !== null && run_max <= run_min)
      refuse(["run_max"], (name) => `${name} must exceed run_min (${run_min}); got ${run_max}.`);
  });
export type HeartbeatRequest = z.infer<typeof HeartbeatRequest>;

const KINDS = {
  cron: { parse: parseCron, name: "a cron expression such as 0 3 * * *" },
  on_calendar: { parse: parseOnCalendar, name: "an OnCalendar expression such as Mon..Fri 03:00" },
};

function problemOf(schedule: keyof typeof KINDS, expression: string | null): string | null {
  const { parse, name } = KINDS[schedule];
  if (expression === null) return `${name}; got null`;
  try {
    parse(expression);
    return null;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return `${name}; ${error.message}, got ${JSON.stringify(expression)}`;
  }
}

export const heartbeat = protocolContract({
  label: "Heartbeat",
  request: HeartbeatRequest,
  isReported: true,
  fields: {
    schedule: { choices: { period: "Period", cron: "Cron expression", on_calendar: "OnCalendar (systemd)" } },
    period: { when: { schedule: ["period"] } },
    expression: { when: { schedule: ["cron", "on_calendar"] }, placeholder: "0 3 * * *" },
    time_zone: { when: { schedule: ["cron", "on_calendar"] } },
    grace: {},
    slug: { advanced: true, placeholder: "database-backup" },
    run_min: { advanced: true },
    run_max: { advanced: true },
    token: { secret: true, generated: true, advanced: true },
  },
  target: "{slug}",
  place: () => ({ field: null, host: "", port: 0 }),
  errors: {
    heartbeat_missed: "target",
    heartbeat_failed: "target",
    heartbeat_too_long: "target",
    heartbeat_too_short: "target",
  },
  failure: "An expected signal didn't arrive, or the job reported a failure.",
});
