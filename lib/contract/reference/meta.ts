import * as z from "zod";
import { ROLES } from "@/lib/contract/accounts/users";
import { endpoint } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";

export const API_VERSION = "1.0";

/** What answers here. */
export const About = z.object({
  title: z.string().meta({ examples: ["Vedette API"] }),
  version: z.string().meta({ examples: [API_VERSION] }),
  support: z.string().meta({ examples: ["https://status.example.com"] }),
  website: z.string().meta({ examples: ["https://status.example.com"] }),
  documentation: z.string().meta({ examples: ["https://status.example.com/api/docs"] }),
});

/** What a credential is and may do. */
export const WhoAmI = z.object({
  credential: z.object({
    id: Id,
    type: z.enum(["organization_key", "project_key", "user_token", "session"]),
    name: z.string(),
  }),
  user: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  organization: z.object({ id: Id, name: z.string(), plan: z.enum(["hobby", "scale"]) }),
  project: z
    .object({ id: Id, name: z.string(), slug: z.string() })
    .nullable()
    .meta({ description: "The key's own, or the one that a project header names; null without." }),
  role: z.enum(ROLES).nullable().meta({ description: "Null for API keys." }),
  permissions: z.array(z.string()).meta({ examples: [["platform:read", "uptime:read", "uptime:write"]] }),
});
export type WhoAmI = z.infer<typeof WhoAmI>;

export const Health = z.object({ status: z.literal("ok") });

const CheckState = z.object({
  ok: z.boolean(),
  message: z.string().nullable().meta({ description: "What is wrong; null when nothing is." }),
});
export const Readiness = z.object({
  status: z.enum(["ok", "degraded", "unavailable"]),
  checks: z.object({
    database: CheckState,
    migrations: CheckState,
    runner: CheckState,
    regions: CheckState.meta({ description: "Whether a runner serves every region that a monitor uses." }),
    checks: CheckState.meta({ description: "Whether checks come in." }),
    clock: CheckState.meta({ description: "Whether what runs by the clock runs." }),
    telling: CheckState.meta({ description: "Whether notifications leave." }),
    maintenance: CheckState.meta({
      description:
        "Whether rollups, retention and the other maintenance steps work; names a step after two failed runs.",
    }),
    disk: CheckState,
    shutdown: CheckState.meta({ description: "Not ok once the server was told to stop." }),
  }),
});
export type Readiness = z.infer<typeof Readiness>;

const open = { scope: "public", permission: null, method: "GET", status: 200, tag: "About" } as const;

export const getAbout = endpoint({
  ...open,
  id: "getAbout",
  path: "/",
  summary: "What answers here",
  response: About,
});

export const whoAmI = endpoint({
  ...open,
  id: "whoAmI",
  scope: "organization",
  path: "/whoami",
  summary: "What this credential is and may do",
  response: WhoAmI,
});

export const getHealth = endpoint({
  ...open,
  id: "getHealth",
  path: "/healthz",
  summary: "Liveness: the process answers and can serve public pages",
  description:
    "200 until the process ends, also while the database is away and while the server is shutting down.",
  response: Health,
});

export const getReadiness = endpoint({
  ...open,
  id: "getReadiness",
  path: "/readyz",
  summary: "Readiness: database, migrations, runner heartbeat, every stage from check to notification, disk",
  description:
    "503 while the database is unreachable, its schema is not the program's, or the server is shutting down. A silent runner, a stage that stands or a full disk is reported as degraded with 200: the dashboard and the pages still work.",
  response: Readiness,
});

export const getPagesReadiness = endpoint({
  ...open,
  id: "getPagesReadiness",
  path: "/readyz/pages",
  summary: "Readiness of public pages alone",
  description:
    "200 while this server can serve public status pages, also without the database; 503 once it is shutting down. For balancers in front of status pages.",
  response: Health,
});

export const getMetrics = endpoint({
  ...open,
  id: "getMetrics",
  path: "/metrics",
  summary: "Prometheus metrics",
  description:
    "Text format 0.0.4. Monitors are named to a scraper that sends METRICS_TOKEN as Bearer token, to a signed-in person (those of their projects), and, while METRICS_TOKEN is not set, to a scraper on the same machine unless APP_URL or TRUSTED_PROXIES says that a proxy is in front. All others get the metrics of the process. With METRICS_TOKEN set, a call without it and without a session is answered 401.",
  response: z.string(),
  raw: true,
});

export const getOpenapi = endpoint({
  ...open,
  id: "getOpenapi",
  path: "/openapi.json",
  summary: "This document",
  query: z.object({
    part: z
      .enum(["public", "all"])
      .default("public")
      .meta({
        description: "all: also what only a signed-in person may call, marked `x-session-only`.",
        examples: ["public"],
      }),
  }),
  response: z.record(z.string(), z.unknown()),
  raw: true,
});

export const getDocs = endpoint({
  ...open,
  id: "getDocs",
  path: "/docs",
  summary: "The readable reference",
  response: z.string(),
  raw: true,
});
