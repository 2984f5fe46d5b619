import path from "node:path";
import * as z from "zod";
import { readEnvFiles, withoutFinalNewline } from "./env/files";
import {
  addresses,
  anchors,
  choice,
  emails,
  list,
  nameServers,
  names,
  origin,
  ownOrigin,
  proxy,
  ranges,
  text,
  webAddress,
  whole,
} from "./env/values";
import { forget, once } from "./once";

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
    APP_URL: ownOrigin.optional(),
    STATUS_PAGES_HOST: text.optional(),
    STATUS_PAGES_ADDRESSES: addresses.optional(),
    STATUS_PAGES_NAME_SERVERS: nameServers.default([]),
    APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    APP_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
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
    HTTPS_PROXY: proxy.optional(),
    HTTP_PROXY: proxy.optional(),
    NO_PROXY: list.default([]),
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
const MAY_BE_SECRET = /URL|SECRET|PASSWORD|PASSPHRASE|TOKEN|KEY|SID|PROXY$/;

/** Returns `name: rule; got value` for one wrong variable. */
function complaint(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const value: unknown = (issue.code === "custom" && issue.params?.got) || given[name];
  const got = value === undefined || MAY_BE_SECRET.test(name) ? "" : `; got ${String(value).slice(0, 60)}`;
  return `  ${name}: ${issue.message}${got}`;
}

/**
 * Parses variables. Line ends at the end of a value are dropped, and an empty value counts as not set. Throws one error that lists
 * every wrong variable.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source)
      .map(([name, value = ""]) => [name, withoutFinalNewline(value)] as const)
      .filter(([, value]) => value !== ""),
  );
  const parsed = Env.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => complaint(issue, given));
  throw new Error(`Wrong environment variables:\n${lines.join("\n")}`);
}

/** Returns proxy variables in the lowercase spelling, which most programs read as well. */
function lowercaseProxies(source: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return { HTTPS_PROXY: source.https_proxy, HTTP_PROXY: source.http_proxy, NO_PROXY: source.no_proxy };
}

/** Returns the parsed environment of this process. The only reader of `process.env`. */
export function env(): Env {
  return once("env", () => {
    readEnvFiles(process.env, Object.keys(Env.shape));
    return parseEnv({ ...lowercaseProxies(process.env), ...process.env });
  });
}

/** Returns a variable that isn't ours: one that the person who runs a command names, or Node's. Undefined when it isn't set or empty. */
export function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Returns whether the variable configures this program, which includes its secrets. */
export function isOwnVariable(name: string): boolean {
  return Object.hasOwn(Env.shape, name.replace(/_FILE$/, ""));
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
  const passed = /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w{1,40}|NODE_\w{1,40}|LOG_LEVEL|SSL_CERT_\w{1,40})$/;
  const general = Object.entries(process.env).filter(([name]) => passed.test(name));
  return { ...Object.fromEntries(general), ...values } as NodeJS.ProcessEnv;
}
