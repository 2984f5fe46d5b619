import * as z from "zod";
import { isRange } from "./address-ranges";
import { forget, once } from "./once";
import { trimEndOf } from "./trim-end";

const text = z.string().trim().min(1);
const flag = (...values: [string, ...string[]]) => z.enum(values);
const origin = z.url({ protocol: /^https?$/ }).transform((value) => trimEndOf(value, /\//));
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean),
);

/** Addresses and CIDR ranges; a text that is neither would stop every check later on. */
const ranges = list.superRefine((items, context) => {
  for (const item of items) {
    if (!isRange(item))
      context.addIssue({
        code: "custom",
        message: `allowed are addresses and ranges like 10.0.0.0/8 or fd00::/8, separated by commas; given was ${item.slice(0, 60)}`,
      });
  }
});

/** `off`, or addresses with ports; names can't be anchors, because resolving them may be what fails. */
const anchors = list
  .superRefine((items, context) => {
    const wrong = items.find((item) => item !== "off" && !/^(\[[\da-f:.]+\]|[\d.]+):\d{1,5}$/i.test(item));
    if (wrong === undefined) return;
    const message = `allowed are off, or address:port and [address]:port, separated by commas; given was ${wrong.slice(0, 60)}`;
    context.addIssue({ code: "custom", message });
  })
  .transform((items) => items.filter((item) => item !== "off"));

const LOCAL_NAMES = /^(localhost|[\w-]+\.localhost|127\.[\d.]+|\[::1\])$/;
const BALANCER_SECONDS = 5;

/** Half a model would be none, without a word. */
function modelIsWhole(values: { AI_BASE_URL?: string; AI_MODEL?: string }, context: z.RefinementCtx): void {
  if ((values.AI_BASE_URL === undefined) === (values.AI_MODEL === undefined)) return;
  const missing = values.AI_BASE_URL === undefined ? "AI_BASE_URL" : "AI_MODEL";
  const message = "is needed: AI_BASE_URL and AI_MODEL belong together, neither or both are allowed";
  context.addIssue({ code: "custom", path: [missing], message });
}

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "allowed is postgres://user:password@host:port/name");

/** A direct address without the one it stands beside would be silently unused. */
function directIsBeside(
  values: { DATABASE_URL?: string; DATABASE_DIRECT_URL?: string },
  context: z.RefinementCtx,
): void {
  if (values.DATABASE_DIRECT_URL === undefined || values.DATABASE_URL !== undefined) return;
  const message = "needs DATABASE_URL, the address of a pooler in front of the same database";
  context.addIssue({ code: "custom", path: ["DATABASE_DIRECT_URL"], message });
}

/** Every variable of the program, with its default; wrong values are refused at start with what is allowed. */
const Env = z
  .object({
    NODE_ENV: z.string().default("production"),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: text.optional(),
    DATA_DIR: text.default("./data"),
    DATABASE_URL: databaseAddress.optional(),
    /** Leads past a pooler to the database of DATABASE_URL, for what needs a session. */
    DATABASE_DIRECT_URL: databaseAddress.optional(),
    APP_URL: origin.optional(),
    STATUS_PAGES_HOST: text.optional(),
    APP_SECRET: z.string().min(32, "allowed are 32 characters or more").optional(),
    OWNER_EMAIL: z.email().optional(),
    OWNER_PASSWORD: z.string().min(12, "allowed are 12 characters or more").optional(),
    ROLES: list.pipe(z.array(z.enum(["web", "jobs"])).min(1)).default(["web", "jobs"]),
    RUNNER: flag("local", "off").default("local"),
    /** Where this server is, as the code of a region; while it is not set, its checks come from "this server". */
    RUNNER_REGION: z
      .string()
      .regex(/^[a-z]{2}-[a-z]{3}-[a-z]{3}$/, "allowed is the code of a region, such as eu-deu-fra")
      .optional(),
    CONTROL_URL: origin.optional(),
    RUNNER_TOKEN: text.optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, "allowed is smtp://user:password@host:port or smtps://…")
      .optional(),
    MAIL_FROM: text.default("Vedette <vedette@localhost>"),
    TRUSTED_PROXIES: ranges.default([]),
    /** How long a server that is told to stop goes on accepting requests; `drainSeconds` has the default. */
    DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
    ALLOW_PRIVATE_TARGETS: ranges.optional(),
    /** address:port of places that answer while this machine's network works; `off` asks nobody. Several public ones when not set. */
    ANCHORS: anchors.optional(),
    /** Days that raw results are kept; rollups and incidents stay. */
    RETENTION_DAYS: z.coerce.number().int().min(1).max(90).default(7),
    API_RATE_LIMIT: z.coerce.number().int().min(1).max(1_000_000).default(100),
    METRICS_TOKEN: text.optional(),
    /** Told every minute that all is well; whoever waits there raises the alarm when it stays away. */
    HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
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
    /** Set by ourselves, for this process and its children: DATABASE_URL is the embedded database's private socket. */
    VEDETTE_EMBEDDED: flag("1").optional(),
    /** Set by a server for its built-in runner: the file that says which server that is. */
    VEDETTE_SERVER_FILE: text.optional(),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
  })
  .superRefine(modelIsWhole)
  .superRefine(directIsBeside);
export type Env = z.infer<typeof Env>;

/** Parses variables; an empty text counts as not set. Throws one error that lists every wrong variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Env.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Wrong environment variables:\n${lines.join("\n")}`);
}

/** The parsed environment of this process. The only reader of `process.env`. */
export function env(): Env {
  return once("env", () => parseEnv(process.env));
}

/** A variable that the user's own configuration file names; undefined when it is not set or empty. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** The language model that writes incident texts; null when none is set up. */
export function modelAddress(): { baseUrl: string; model: string; apiKey: string | null } | null {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey } = env();
  return baseUrl && model ? { baseUrl, model, apiKey: apiKey ?? null } : null;
}

/** Public origin of dashboard and API; every absolute link starts with it. */
export function appUrl(): string {
  return env().APP_URL ?? `http://localhost:${env().PORT}`;
}

/** Whether other machines reach this server through a proxy or a balancer, as far as the configuration shows. */
export function isBehindProxy(): boolean {
  const { APP_URL, TRUSTED_PROXIES } = env();
  if (TRUSTED_PROXIES.length > 0) return true;
  return APP_URL !== undefined && !LOCAL_NAMES.test(new URL(APP_URL).hostname);
}

/** Seconds to go on accepting requests once told to stop: a balancer needs some to notice. */
export function drainSeconds(): number {
  return env().DRAIN_SECONDS ?? (isBehindProxy() ? BALANCER_SECONDS : 0);
}

/** Whether the database is the one we brought along (then private targets are open, security.md T07). */
export function isEmbedded(): boolean {
  return env().DATABASE_URL === undefined || env().VEDETTE_EMBEDDED === "1";
}

/** Sets variables for this process and its children: what a start finds out (the database's address, the data directory). */
export function setEnv(values: Partial<Record<keyof Env, string>>): void {
  Object.assign(process.env, values);
  forget("env");
}

/** The environment a child gets: what every program needs (paths, locale, proxies of Node itself), and `values`. Nothing of ours else. */
export function childEnv(values: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const passed = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_\w+|LOG_LEVEL|SSL_CERT_\w+)$/;
  const general = Object.entries(process.env).filter(([name]) => passed.test(name));
  return { ...Object.fromEntries(general), ...values } as NodeJS.ProcessEnv;
}
