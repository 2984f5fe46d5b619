/** A variable's meaning, its allowed values if the schema doesn't name them, and its default if that depends on others. */
type Described = readonly [meaning: string, allowed?: string, fallback?: string];

const ORIGIN = "`http://` or `https://` URL";
const RANGES = "IP addresses and ranges, separated by commas, like `10.0.0.0/8,::1`";
const DATABASE = "`postgres://user:password@host:port/name`";
const provider = (name: string): Described => [
  `Where ${name} requests go. Change it only for a gateway or a test.`,
  ORIGIN,
];

/** Describes every variable for docs/configuration.md, by group, in the order of that page. */
export const REFERENCE: Readonly<Record<string, Readonly<Record<string, Described>>>> = {
  Server: {
    PORT: ["The port to listen on."],
    HOST: ["The address to listen on.", "an IP address or hostname", "all interfaces"],
    APP_URL: [
      "The public address of the dashboard and API, without a path. Every link in emails, notifications, and pages starts with it. Set it whenever a proxy is in front ([reverse proxy](reverse-proxy.md)).",
      ORIGIN,
      "`http://localhost:PORT`",
    ],
    DATA_DIR: [
      "Holds the embedded database, secrets, unsent results, and pre-rendered pages. Each runner needs its own folder.",
      "a path",
    ],
    STATUS_PAGES_HOST: [
      "Also serves each status page at `<subdomain>.<this host>`.",
      "a hostname, like `pages.example.com`",
    ],
    STATUS_PAGES_ADDRESSES: [
      "The addresses at which visitors reach this server or its proxy. A custom domain is verified if its A and AAAA records contain only these ([your own domain](first-status-page.md#use-your-own-domain)).",
      "IP addresses, separated by commas",
      "what the host of `APP_URL` and the page's subdomain resolve to",
    ],
    STATUS_PAGES_NAME_SERVERS: [
      "The name servers that verify custom domains. Set public ones, like `1.1.1.1,9.9.9.9`, if this machine's name servers answer differently from public ones.",
      "IP addresses, each with an optional port, separated by commas",
      "the name servers of the system",
    ],
    TRUSTED_PROXIES: [
      "The proxies in front of Vedette. Their `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted; those of other clients are ignored.",
      RANGES,
    ],
    ROLES: ["What this process does: serve requests, run jobs, or both.", "`web`, `jobs`, or `web,jobs`"],
    DRAIN_SECONDS: [
      "How long a stopping server keeps accepting requests, so that a load balancer can stop using it first ([load balancers](load-balancers.md)).",
      undefined,
      "5 if `TRUSTED_PROXIES` or a public `APP_URL` is set, otherwise 0",
    ],
  },
  "Database and secrets": {
    DATABASE_URL: [
      "[Your own PostgreSQL](database.md), version 15 or newer. Needs `APP_SECRET`.",
      DATABASE,
      "the embedded database",
    ],
    DATABASE_DIRECT_URL: [
      "The same database without the pooler. Required when `DATABASE_URL` points to [PgBouncer in transaction mode](database.md#put-pgbouncer-in-front).",
      DATABASE,
    ],
    APP_SECRET: [
      "Encrypts stored secrets. All servers that share a database need the same one.",
      "at least 32 characters",
      "generated on the first start with the embedded database",
    ],
    APP_SECRET_PREVIOUS: [
      "Also decrypts stored secrets, while you [rotate APP_SECRET](database.md#rotate-app_secret).",
      "at least 32 characters",
    ],
  },
  "Owner account": {
    OWNER_EMAIL: [
      "Creates the owner on the first start, without the one-time link. Set both or neither.",
      "an email address",
    ],
    OWNER_PASSWORD: ["The owner's first password.", "at least 12 characters"],
  },
  Email: {
    SMTP_URL: [
      "The mail server. Without it, emails are kept and shown under Integrations ([email](email.md)).",
      "`smtp://user:password@host:port` or `smtps://…`",
    ],
    MAIL_FROM: ["The sender of every email.", "`Name <address@example.com>`"],
  },
  "Checks and runners": {
    RUNNER: ["Whether this server runs checks itself. `off` leaves them to remote runners."],
    RUNNER_REGION: [
      'The region where this server is located. Until it is set here or under Settings → Regions, or a remote runner serves the region, checks come from "this server". The variable overrides the setting.',
      "a region code like `eu-deu-fra`",
    ],
    ALLOW_PRIVATE_TARGETS: [
      "Private and reserved addresses that checks and notifications may connect to.",
      RANGES,
      "every private address with the embedded database, none with `DATABASE_URL`",
    ],
    ANCHORS: [
      "Connectivity checks: addresses that respond as long as this machine's network works. While most of them don't respond, failures are inconclusive.",
      "`off`, or `address:port` and `[address]:port`, separated by commas",
      "three public name servers",
    ],
    ANCHOR_NAMES: [
      "Names that resolve as long as this machine's name servers work, in different domains. While none of them resolves, names that aren't found are inconclusive. Names that never resolved here are ignored.",
      "`off`, or at least two hostnames, separated by commas",
      "two public names of the DNS infrastructure",
    ],
  },
  "Remote runner": {
    CONTROL_URL: ["The server that a [remote runner](remote-runner.md) works for.", ORIGIN],
    RUNNER_TOKEN: [
      "The runner's token. `npm run -s cli -- runners create` prints it once.",
      "a runner token",
    ],
  },
  Operations: {
    RETENTION_DAYS: [
      "How many days raw results are kept. Rollups and incidents aren't affected. When the disk is full, the oldest days are deleted first, down to one ([sizes](sizes.md)).",
    ],
    BACKUP_DIR: [
      "A folder that gets a backup every day, without raw results ([back up](backup-restore-upgrade.md)). Several servers need a shared folder.",
      "a path",
    ],
    BACKUP_KEEP: ["How many daily backups `BACKUP_DIR` keeps."],
    BACKUP_PASSPHRASE: [
      "Encrypts backups, and decrypts them on restore. Without the passphrase, an encrypted backup is lost.",
      "at least 12 characters",
    ],
    API_RATE_LIMIT: ["API requests per minute and organization, counted by each server."],
    METRICS_TOKEN: [
      "The Bearer token for `/api/metrics`. Without it, metrics of monitors are only for signed-in users, and for scrapers on this machine if no proxy is in front. Add `?project=slug` to get those of one project, or `?monitors=false` to leave them out.",
      "any text",
    ],
    HTTPS_PROXY: [
      "The forward proxy through which notifications and other requests to `https://` URLs leave ([forward proxy](integrations.md#send-through-a-forward-proxy)). Checks and email never use it. For this and the next two, the lowercase name works as well.",
      "`http://user:password@host:port` or `https://…`",
    ],
    HTTP_PROXY: ["The same for `http://` URLs.", "`http://user:password@host:port` or `https://…`"],
    NO_PROXY: [
      "Hosts that are reached without the proxy, in addition to this machine.",
      "`*`, or domains, IP addresses, and ranges, separated by commas",
    ],
    HEARTBEAT_URL: [
      "Receives a POST every minute while checks and notifications work. Point it at another service that alerts you when the POSTs stop.",
      ORIGIN,
    ],
    HEALTH_ALERT_URL: [
      "Receives a POST when a part of Vedette itself keeps failing, and when it recovers ([watch Vedette itself](deploy.md#watch-vedette-itself)).",
      ORIGIN,
    ],
    HEALTH_ALERT_EMAIL: [
      "Recipients of the same alerts by email. Needs `SMTP_URL`.",
      "`off`, or email addresses, separated by commas",
      "the owners",
    ],
    HEALTH_ALERT_MINUTES: ["How long a part must be failing before these alerts are sent."],
    LOG_LEVEL: ["The lowest level that is logged."],
    NODE_ENV: ["`npm run dev` sets `development`. Don't set it otherwise.", "`production` or `development`"],
  },
  SMS: {
    TWILIO_ACCOUNT_SID: ["The Twilio account that sends SMS. Set all three or none.", "any text"],
    TWILIO_AUTH_TOKEN: ["The account's token.", "any text"],
    TWILIO_FROM: ["The sender's phone number.", "a number like `+4930123456`"],
  },
  "Language model": {
    AI_BASE_URL: [
      "An OpenAI-compatible API that writes incident texts. If it fails, built-in texts are used. Needs `AI_MODEL`.",
      `${ORIGIN}, like \`http://localhost:11434/v1\``,
    ],
    AI_MODEL: ["The model's name. Needs `AI_BASE_URL`.", "any text"],
    AI_API_KEY: ["The key, if the API needs one.", "any text"],
  },
  "Provider addresses": {
    ILERT_API_URL: provider("ilert"),
    PUSHOVER_API_URL: provider("Pushover"),
    TWILIO_API_URL: provider("Twilio"),
    TELEGRAM_API_URL: provider("Telegram"),
    SLACK_API_URL: provider("Slack"),
    DISCORD_API_URL: provider("Discord"),
  },
  Internal: {
    VEDETTE_EMBEDDED: [
      "Set by the server for its own processes: `DATABASE_URL` is the embedded database's socket.",
    ],
    VEDETTE_ROOT: ["Set by `npx vedette` and `npm start`: the folder of the program.", "a path"],
    VEDETTE_SERVER_FILE: [
      "Set by the server for its built-in runner: the file that names the server.",
      "a path",
    ],
  },
};
