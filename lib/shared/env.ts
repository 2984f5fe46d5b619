import path from "node:path";
import * as z from "zod";
import { isRange, shortAddress } from "./address-ranges";
import { forget, once } from "./once";
import { trimEndOf } from "./trim-end";

const OR = new Intl.ListFormat("en-US", { type: "disjunction" });
const text = z.string().trim().min(1);
const choice = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: `must be ${OR.format(values)}` });
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min.toLocaleString("en-US")} to ${max.toLocaleString("en-US")}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be a URL that starts with http:// or https://",
});
const origin = webAddress.transform((value) => trimEndOf(value, /\//));
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

/** Addresses and CIDR ranges. Anything else would stop every check later on. */
const ranges = list.superRefine((items, context) => {
  for (const item of items) {
    if (!isRange(item))
      context.addIssue({
        code: "custom",
        message: "must be IP addresses or ranges like 10.0.0.0/8 or fd00::/8, separated by commas",
        params: { got: item },
      });
  }
});

/** `off`, or addresses with ports. Hostnames aren't accepted, because name resolution may be what fails. */
const anchors = list
  .superRefine((items, context) => {
    const wrong = items.find((item) => item !== "off" && !/^(\[[\da-f:.]+\]|[\d.]+):\d{1,5}$/i.test(item));
    if (wrong === undefined) return;
    const message = "must be off, or address:port and [address]:port, separated by commas";
    context.addIssue({ code: "custom", message, params: { got: wrong } });
  })
  .transform((items) => items.filter((item) => item !== "off"));

/** `off`, or hostnames. One name alone may fail by itself. */
const names = list
  .superRefine((items, context) => {
    const fail = (message: string, got: string) =>
      context.addIssue({ code: "custom", message, params: { got } });
    const wrong = items.find((item) => !/^[a-z\d_-]{1,63}(\.[a-z\d_-]{1,63})*\.?$/i.test(item));
    if (wrong !== undefined) fail("must be off, or hostnames separated by commas", wrong);
    else if (items.length === 1 && items[0] !== "off") fail("must have at least two hostnames", items.join());
  })
  .transform((items) => items.filter((item) => item !== "off"));

/** `off`, or email addresses. */
const emails = list
  .superRefine((items, context) => {
    const wrong = items.find((item) => item !== "off" && !z.email().safeParse(item).success);
    if (wrong === undefined) return;
    const message = "must be off, or email addresses separated by commas";
    context.addIssue({ code: "custom", message, params: { got: wrong } });
  })
  .transform((items) => items.filter((item) => item !== "off"));

/** Addresses without a range, in their shortest form, so that they compare equal to those in DNS. */
const addresses = list
  .superRefine((items, context) => {
    const wrong = items.find((item) => shortAddress(item) === null);
    if (wrong === undefined) return;
    const message = "must be IP addresses, separated by commas";
    context.addIssue({ code: "custom", message, params: { got: wrong } });
  })
  .transform((items) => items.flatMap((item) => shortAddress(item) ?? []));

/** An address alone, or one with a port: `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
function isNameServer(text: string): boolean {
  const [, six, four] = /^(?:\[([^\]]+)\]|([^:]+)):\d{1,5}$/.exec(text) ?? [];
  return shortAddress(six ?? four ?? text) !== null;
}

const nameServers = list.superRefine((items, context) => {
  const wrong = items.find((item) => !isNameServer(item));
  if (wrong === undefined) return;
  const message = "must be IP addresses of name servers, each with an optional port, separated by commas";
  context.addIssue({ code: "custom", message, params: { got: wrong } });
});

const LOCAL_NAMES = /^(localhost|[\w-]+\.localhost|127\.[\d.]+|\[::1\])$/;
const BALANCER_SECONDS = 5;

/** Rejects a model with only a URL or only a name, which would silently turn the feature off. */
function modelIsWhole(values: { AI_BASE_URL?: string; AI_MODEL?: string }, context: z.RefinementCtx): void {
  if ((values.AI_BASE_URL === undefined) === (values.AI_MODEL === undefined)) return;
  const missing = values.AI_BASE_URL === undefined ? "AI_BASE_URL" : "AI_MODEL";
  const message = "is missing: set both AI_BASE_URL and AI_MODEL, or neither";
  context.addIssue({ code: "custom", path: [missing], message });
}

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must look like postgres://user:password@host:port/name");

/** Rejects a direct address alone, which would be silently ignored. */
function directIsBeside(
  values: { DATABASE_URL?: string; DATABASE_DIRECT_URL?: string },
  context: z.RefinementCtx,
): void {
  if (values.DATABASE_DIRECT_URL === undefined || values.DATABASE_URL !== undefined) return;
  const message = "needs DATABASE_URL, the address of a pooler in front of the same database";
  context.addIssue({ code: "custom", path: ["DATABASE_DIRECT_URL"], message });
}

/** Every variable of the program, with its default. `env-reference.ts` describes each. */
export const Env = z
  .object({
    NODE_ENV: z.string().default("production"),
    PORT: whole(0, 65_535).default(3000),
    HOST: text.optional(),
    DATA_DIR: text.default("./data"),
    DATABASE_URL: databaseAddress.optional(),
    DATABASE_DIRECT_URL: databaseAddress.optional(),
    DATABASE_SHARDING: choice("off", "project").default("off"),
    APP_URL: origin.optional(),
    STATUS_PAGES_HOST: text.optional(),
    STATUS_PAGES_ADDRESSES: addresses.optional(),
    STATUS_PAGES_NAME_SERVERS: nameServers.default([]),
    APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    OWNER_EMAIL: z.email("must be an email address").optional(),
    OWNER_PASSWORD: z.string().min(12, "must have at least 12 characters").optional(),
    ROLES: list
      .pipe(z.array(choice("web", "jobs")).min(1, "must be web, jobs, or web,jobs"))
      .default(["web", "jobs"]),
    RUNNER: choice("local", "off").default("local"),
    RUNNER_REGION: z
      .string()
      .regex(/^[a-z]{2}-[a-z]{3}-[a-z]{3}$/, "must be a region code like eu-deu-fra")
      .optional(),
    CONTROL_URL: origin.optional(),
    RUNNER_TOKEN: text.optional(),
    SMTP_URL: z
      .string()
      .regex(
        /^smtps?:\/\//,
        "must look like smtp://user:password@host:port or smtps://user:password@host:port",
      )
      .optional(),
    MAIL_FROM: text.default("Vedette <vedette@localhost>"),
    TRUSTED_PROXIES: ranges.default([]),
    DRAIN_SECONDS: whole(0, 600).optional(),
    ALLOW_PRIVATE_TARGETS: ranges.optional(),
    ANCHORS: anchors.optional(),
    ANCHOR_NAMES: names.optional(),
    RETENTION_DAYS: whole(1, 90).default(7),
    BACKUP_DIR: text.optional(),
    BACKUP_KEEP: whole(1, 1000).default(7),
    BACKUP_PASSPHRASE: z.string().min(12, "must have at least 12 characters").optional(),
    API_RATE_LIMIT: whole(1, 1_000_000).default(100),
    METRICS_TOKEN: text.optional(),
    HEARTBEAT_URL: webAddress.optional(),
    HEALTH_ALERT_URL: webAddress.optional(),
    HEALTH_ALERT_EMAIL: emails.optional(),
    HEALTH_ALERT_MINUTES: whole(1, 1440).default(5),
    TWILIO_ACCOUNT_SID: text.optional(),
    TWILIO_AUTH_TOKEN: text.optional(),
    TWILIO_FROM: text.optional(),
    ILERT_API_URL: origin.default("https://api.ilert.com"),
    PUSHOVER_API_URL: origin.default("https://api.pushover.net"),
    TWILIO_API_URL: origin.default("https://api.twilio.com"),
    TELEGRAM_API_URL: origin.default("https://api.telegram.org"),
    SLACK_API_URL: origin.default("https://slack.com"),
    DISCORD_API_URL: origin.default("https://discord.com"),
    AI_BASE_URL: origin.optional(),
    AI_MODEL: text.optional(),
    AI_API_KEY: text.optional(),
    VEDETTE_EMBEDDED: choice("1").optional(),
    VEDETTE_ROOT: text.default("."),
    VEDETTE_SERVER_FILE: text.optional(),
    LOG_LEVEL: choice("debug", "info", "warn", "error").default("info"),
  })
  .superRefine(modelIsWhole)
  .superRefine(directIsBeside);
export type Env = z.infer<typeof Env>;

/** Variables whose value may hold a secret, and never appears in an error. */
const MAY_BE_SECRET = /URL|SECRET|PASSWORD|PASSPHRASE|TOKEN|KEY|SID/;

/** Returns `name: rule; got value` for one wrong variable. */
function complaint(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const value: unknown = (issue.code === "custom" && issue.params?.got) || given[name];
  const got = value === undefined || MAY_BE_SECRET.test(name) ? "" : `; got ${String(value).slice(0, 60)}`;
  return `  ${name}: ${issue.message}${got}`;
}

/** Parses variables; an empty value counts as not set. Throws one error that lists every wrong variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Env.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => complaint(issue, given));
  throw new Error(`Wrong environment variables:\n${lines.join("\n")}`);
}

/** Returns the parsed environment of this process. The only reader of `process.env`. */
export function env(): Env {
  return once("env", () => parseEnv(process.env));
}

/** Returns a variable that isn't ours: one that the user's own configuration file names, or Node's. Undefined when it isn't set or empty. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Returns the language model that writes incident texts; null when none is configured. */
export function modelAddress(): { baseUrl: string; model: string; apiKey: string | null } | null {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey } = env();
  return baseUrl && model ? { baseUrl, model, apiKey: apiKey ?? null } : null;
}

/** Returns the path of a file that belongs to the program, wherever it was started. */
export function programFile(file: string): string {
  return path.resolve(env().VEDETTE_ROOT, file);
}

/** Returns the public origin of dashboard and API. Every absolute link starts with it. */
export function appUrl(): string {
  return env().APP_URL ?? `http://localhost:${env().PORT}`;
}

/** Returns the host below which each page has a name, in lowercase and without a port; null without one. */
export function statusPagesHost(): string | null {
  return env().STATUS_PAGES_HOST?.split(":")[0]?.toLowerCase() ?? null;
}

/** Returns whether the configuration suggests a proxy or load balancer in front. */
export function isBehindProxy(): boolean {
  const { APP_URL, TRUSTED_PROXIES } = env();
  if (TRUSTED_PROXIES.length > 0) return true;
  return APP_URL !== undefined && !LOCAL_NAMES.test(new URL(APP_URL).hostname);
}

/** Returns how many seconds a stopping server keeps accepting requests, so that a load balancer can notice. */
export function drainSeconds(): number {
  return env().DRAIN_SECONDS ?? (isBehindProxy() ? BALANCER_SECONDS : 0);
}

/** Returns whether the database is the embedded one. Private targets are open then. */
export function isEmbedded(): boolean {
  return env().DATABASE_URL === undefined || env().VEDETTE_EMBEDDED === "1";
}

/** Sets variables that a start determines (database address, data directory), for this process and its children. */
export function setEnv(values: Partial<Record<keyof Env, string>>): void {
  Object.assign(process.env, values);
  forget("env");
}

/**
 * Returns a child's environment: what every program needs (paths, locale, Node's own options) and `values`. None of our other
 * variables.
 */
export function childEnv(values: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const passed = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|LOG_LEVEL|SSL_CERT_\w+)$/;
  const general = Object.entries(process.env).filter(([name]) => passed.test(name));
  return { ...Object.fromEntries(general), ...values } as NodeJS.ProcessEnv;
}
