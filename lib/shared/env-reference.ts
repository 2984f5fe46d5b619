import type { Env } from "./env";

/** The order in which docs/configuration.md shows the groups. */
export const GROUPS = [
  "Server",
  "Database and secrets",
  "Owner account",
  "Email",
  "Checks and runners",
  "Remote runner",
  "Operations",
  "SMS",
  "Language model",
  "Provider addresses",
  "Internal",
] as const;

interface VariableReference {
  readonly group: (typeof GROUPS)[number];
  readonly description: string;
  /** Allowed values in words, for variables whose schema doesn't name them. */
  readonly allowed?: string;
  /** The default in words, for variables whose default depends on others. */
  readonly fallback?: string;
}

const ORIGIN = "`http://` or `https://` URL";
const RANGES = "IP addresses and ranges, separated by commas, like `10.0.0.0/8,::1`";
const DATABASE = "`postgres://user:password@host:port/name`";
const provider = (name: string): VariableReference => ({
  group: "Provider addresses",
  description: `Where ${name} requests go. Change it only for a gateway or a test.`,
  allowed: ORIGIN,
});

/** Describes every variable for docs/configuration.md. */
export const REFERENCE: Readonly<Record<keyof Env, VariableReference>> = {
  PORT: { group: "Server", description: "The port to listen on." },
  HOST: {
    group: "Server",
    description: "The address to listen on.",
    allowed: "an IP address or hostname",
    fallback: "all interfaces",
  },
  APP_URL: {
    group: "Server",
    description:
      "The public address of the dashboard and API, without a path. Every link in emails, notifications, and pages starts with it. Set it whenever a proxy is in front ([reverse proxy](reverse-proxy.md)).",
    allowed: ORIGIN,
    fallback: "`http://localhost:PORT`",
  },
  DATA_DIR: {
    group: "Server",
    description:
      "Holds the embedded database, secrets, unsent results, and pre-rendered pages. Each runner needs its own folder.",
    allowed: "a path",
  },
  STATUS_PAGES_HOST: {
    group: "Server",
    description: "Serves each status page at `<subdomain>.<this host>` as well.",
    allowed: "a hostname, like `pages.example.com`",
  },
  STATUS_PAGES_ADDRESSES: {
    group: "Server",
    description:
      "The addresses at which visitors reach this server or its proxy. A custom domain is verified if its A and AAAA records contain only these ([your own domain](first-status-page.md#use-your-own-domain)).",
    allowed: "IP addresses, separated by commas",
    fallback: "what the host of `APP_URL` and the page's subdomain resolve to",
  },
  STATUS_PAGES_NAME_SERVERS: {
    group: "Server",
    description:
      "The name servers that verify custom domains. Set public ones, like `1.1.1.1,9.9.9.9`, if this machine's name servers answer differently from public ones.",
    allowed: "IP addresses, each with an optional port, separated by commas",
    fallback: "the name servers of the system",
  },
  TRUSTED_PROXIES: {
    group: "Server",
    description:
      "The proxies in front of Vedette. Their `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted; those of other clients are ignored.",
    allowed: RANGES,
  },
  ROLES: {
    group: "Server",
    description: "What this process does: serve requests, run jobs, or both.",
    allowed: "`web`, `jobs`, or `web,jobs`",
  },
  DRAIN_SECONDS: {
    group: "Server",
    description:
      "How long a stopping server keeps accepting requests, so that a load balancer can stop using it first ([load balancers](load-balancers.md)).",
    fallback: "5 if `TRUSTED_PROXIES` or a public `APP_URL` is set, otherwise 0",
  },
  DATABASE_URL: {
    group: "Database and secrets",
    description: "[Your own PostgreSQL](database.md), version 15 or newer. Needs `APP_SECRET`.",
    allowed: DATABASE,
    fallback: "the embedded database",
  },
  DATABASE_DIRECT_URL: {
    group: "Database and secrets",
    description:
      "The same database without the pooler. Required when `DATABASE_URL` points to [PgBouncer in transaction mode](database.md#put-pgbouncer-in-front).",
    allowed: DATABASE,
  },
  APP_SECRET: {
    group: "Database and secrets",
    description: "Encrypts stored secrets. All servers that share a database need the same one.",
    allowed: "at least 32 characters",
    fallback: "generated on the first start with the embedded database",
  },
  APP_SECRET_PREVIOUS: {
    group: "Database and secrets",
    description:
      "Also decrypts stored secrets, while you [rotate APP_SECRET](database.md#rotate-app_secret).",
    allowed: "at least 32 characters",
  },
  OWNER_EMAIL: {
    group: "Owner account",
    description: "Creates the owner on the first start, without the one-time link. Set both or neither.",
    allowed: "an email address",
  },
  OWNER_PASSWORD: {
    group: "Owner account",
    description: "The owner's first password.",
    allowed: "at least 12 characters",
  },
  SMTP_URL: {
    group: "Email",
    description:
      "The mail server. Without it, emails are kept and shown under Integrations ([email](email.md)).",
    allowed: "`smtp://user:password@host:port` or `smtps://…`",
  },
  MAIL_FROM: {
    group: "Email",
    description: "The sender of every email.",
    allowed: "`Name <address@example.com>`",
  },
  RUNNER: {
    group: "Checks and runners",
    description: "Whether this server runs checks itself. `off` leaves them to remote runners.",
  },
  RUNNER_REGION: {
    group: "Checks and runners",
    description:
      'The region where this server is located. Until it is set here or under Settings → Regions, or a remote runner serves the region, checks come from "this server". The variable overrides the setting.',
    allowed: "a region code like `eu-deu-fra`",
  },
  ALLOW_PRIVATE_TARGETS: {
    group: "Checks and runners",
    description: "Private and reserved addresses that checks and notifications may connect to.",
    allowed: RANGES,
    fallback: "every private address with the embedded database, none with `DATABASE_URL`",
  },
  ANCHORS: {
    group: "Checks and runners",
    description:
      "Connectivity checks: addresses that respond as long as this machine's network works. While most of them don't respond, failures are inconclusive.",
    allowed: "`off`, or `address:port` and `[address]:port`, separated by commas",
    fallback: "three public name servers",
  },
  ANCHOR_NAMES: {
    group: "Checks and runners",
    description:
      "Names that resolve as long as this machine's name servers work, in different domains. While none of them resolves, names that aren't found are inconclusive. Names that never resolved here are ignored.",
    allowed: "`off`, or at least two hostnames, separated by commas",
    fallback: "two public names of the DNS infrastructure",
  },
  CONTROL_URL: {
    group: "Remote runner",
    description: "The server that a [remote runner](remote-runner.md) works for.",
    allowed: ORIGIN,
  },
  RUNNER_TOKEN: {
    group: "Remote runner",
    description: "The runner's token. `npm run -s cli -- runners create` prints it once.",
    allowed: "a runner token",
  },
  RETENTION_DAYS: {
    group: "Operations",
    description:
      "How many days raw results are kept. Rollups and incidents aren't affected. When the disk is full, the oldest days are deleted first, down to one ([sizes](sizes.md)).",
  },
  BACKUP_DIR: {
    group: "Operations",
    description:
      "A folder that gets a backup every day, without raw results ([back up](backup-restore-upgrade.md)). Several servers need a shared folder.",
    allowed: "a path",
  },
  BACKUP_KEEP: { group: "Operations", description: "How many daily backups `BACKUP_DIR` keeps." },
  BACKUP_PASSPHRASE: {
    group: "Operations",
    description:
      "Encrypts backups, and decrypts them on restore. Without the passphrase, an encrypted backup is lost.",
    allowed: "at least 12 characters",
  },
  API_RATE_LIMIT: {
    group: "Operations",
    description: "API requests per minute and organization, counted by each server.",
  },
  METRICS_TOKEN: {
    group: "Operations",
    description:
      "The Bearer token for `/api/metrics`. Without it, metrics of monitors are only for signed-in users, and for scrapers on this machine if no proxy is in front. Add `?project=slug` to get those of one project, or `?monitors=false` to leave them out.",
    allowed: "any text",
  },
  HTTPS_PROXY: {
    group: "Operations",
    description:
      "The forward proxy through which notifications and other requests to `https://` URLs leave ([forward proxy](integrations.md#send-through-a-forward-proxy)). Checks and email never use it. The lowercase spelling works too, as for the next two.",
    allowed: "`http://user:password@host:port` or `https://…`",
  },
  HTTP_PROXY: {
    group: "Operations",
    description: "The same for `http://` URLs.",
    allowed: "`http://user:password@host:port` or `https://…`",
  },
  NO_PROXY: {
    group: "Operations",
    description: "Hosts that are reached without the proxy. This machine always is.",
    allowed: "`*`, or domains, IP addresses, and ranges, separated by commas",
  },
  HEARTBEAT_URL: {
    group: "Operations",
    description:
      "Receives a POST every minute while checks and notifications work. Point it at another service that alerts you when the POSTs stop.",
    allowed: ORIGIN,
  },
  HEALTH_ALERT_URL: {
    group: "Operations",
    description:
      "Receives a POST when a part of Vedette itself keeps failing, and when it recovers ([watch Vedette itself](deploy.md#watch-vedette-itself)).",
    allowed: ORIGIN,
  },
  HEALTH_ALERT_EMAIL: {
    group: "Operations",
    description: "Recipients of the same alerts by email. Needs `SMTP_URL`.",
    allowed: "`off`, or email addresses, separated by commas",
    fallback: "the owners",
  },
  HEALTH_ALERT_MINUTES: {
    group: "Operations",
    description: "How long a part must be failing before these alerts are sent.",
  },
  LOG_LEVEL: { group: "Operations", description: "The lowest level that is logged." },
  NODE_ENV: {
    group: "Operations",
    description: "`npm run dev` sets `development`. Don't set it otherwise.",
    allowed: "`production` or `development`",
  },
  TWILIO_ACCOUNT_SID: {
    group: "SMS",
    description: "The Twilio account that sends SMS. Set all three or none.",
    allowed: "any text",
  },
  TWILIO_AUTH_TOKEN: { group: "SMS", description: "The token of that account.", allowed: "any text" },
  TWILIO_FROM: {
    group: "SMS",
    description: "The sender's phone number.",
    allowed: "a number like `+4930123456`",
  },
  AI_BASE_URL: {
    group: "Language model",
    description:
      "An OpenAI-compatible API that writes incident texts. If it fails, built-in texts are used. Needs `AI_MODEL`.",
    allowed: `${ORIGIN}, like \`http://localhost:11434/v1\``,
  },
  AI_MODEL: {
    group: "Language model",
    description: "The model's name. Needs `AI_BASE_URL`.",
    allowed: "any text",
  },
  AI_API_KEY: { group: "Language model", description: "The key, if the API needs one.", allowed: "any text" },
  ILERT_API_URL: provider("ilert"),
  PUSHOVER_API_URL: provider("Pushover"),
  TWILIO_API_URL: provider("Twilio"),
  TELEGRAM_API_URL: provider("Telegram"),
  SLACK_API_URL: provider("Slack"),
  DISCORD_API_URL: provider("Discord"),
  VEDETTE_EMBEDDED: {
    group: "Internal",
    description: "Set by the server for its own processes: `DATABASE_URL` is the embedded database's socket.",
  },
  VEDETTE_ROOT: {
    group: "Internal",
    description: "Set by `npx vedette` and `npm start`: the folder of the program.",
    allowed: "a path",
  },
  VEDETTE_SERVER_FILE: {
    group: "Internal",
    description: "Set by the server for its built-in runner: the file that names the server.",
    allowed: "a path",
  },
};
