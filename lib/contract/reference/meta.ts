import * as z from "zod";
import { ROLES } from "@/lib/contract/accounts/users";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";

export const API_VERSION = "1.0";

/** Information about the API. */
export const About = z.object({
  title: z.string().meta({ examples: ["Vedette API"] }),
  version: z.string().meta({ examples: [API_VERSION] }),
  support: z.string().meta({ examples: ["https://status.example.com"] }),
  website: z.string().meta({ examples: ["https://status.example.com"] }),
  documentation: z.string().meta({ examples: ["https://status.example.com/api/docs"] }),
});

/** A credential with its permissions. */
export const WhoAmI = z.object({
  credential: z.object({
    id: Id,
    type: z.enum(["organization_key", "project_key", "user_token", "session"]),
    name: z.string(),
  }),
  user: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  organization: z.object({ id: Id, name: z.string(), plan: z.enum(["hobby", "scale"]) }),
  project: z.object({ id: Id, name: z.string(), slug: z.string() }).nullable().meta({
    description: "The key's own project, or the one named by a project header; null without either.",
  }),
  role: z.enum(ROLES).nullable().meta({ description: "Null for API keys." }),
  permissions: z.array(z.string()).meta({ examples: [["platform:read", "uptime:read", "uptime:write"]] }),
});
export type WhoAmI = z.infer<typeof WhoAmI>;

export const Health = z.object({ status: z.literal("ok") });

const CheckState = z.object({
  ok: z.boolean(),
  message: z.string().nullable().meta({ description: "What is wrong; null if nothing is." }),
});
export const Readiness = z.object({
  status: z.enum(["ok", "degraded", "unavailable"]),
  checks: z.object({
    database: CheckState,
    migrations: CheckState,
    runner: CheckState,
    regions: CheckState.meta({ description: "Whether a runner serves every region that monitors use." }),
    checks: CheckState.meta({ description: "Whether check results and signals are arriving." }),
    clock: CheckState.meta({ description: "Whether scheduled jobs are running." }),
    notifications: CheckState.meta({ description: "Whether notifications are being sent." }),
    pages: CheckState.meta({ description: "Whether public pages are up to date." }),
    maintenance: CheckState.meta({
      description:
        "Whether maintenance jobs such as rollups and retention succeed; names a job after two failed runs.",
    }),
    disk: CheckState,
    shutdown: CheckState.meta({ description: "Not ok once the server is shutting down." }),
  }),
});
export type Readiness = z.infer<typeof Readiness>;

export const endpoints = {
  ...endpointsOf("public", "About", {
    getAbout: { at: "GET /", summary: "Get information about the API", response: About },
    getHealth: {
      at: "GET /healthz",
      summary: "Liveness: the process responds and can serve public pages",
      description:
        "200 as long as the process runs, even while the database is unreachable or the server is shutting down.",
      response: Health,
    },
    getReadiness: {
      at: "GET /readyz",
      summary:
        "Readiness: database, migrations, runner heartbeat, every stage from check to notification, disk",
      description:
        "503 while the database is unreachable, its schema does not match this version, the server is shutting down, or one of its background loops (job worker, job scheduler, notification dispatcher, status page refresh) has stopped for a minute. A silent runner, a stalled stage, a locked table, or a full disk is reported as degraded with 200, because the dashboard and the status pages still work. Everything but database, migrations, runner, disk, and shutdown may be 10 s old while nothing is wrong.",
      response: Readiness,
      judgesReadiness: true,
    },
    getPagesReadiness: {
      at: "GET /readyz/pages",
      summary: "Readiness of public status pages only",
      description:
        "200 while this server can serve public status pages, even without the database; 503 while it is shutting down. For load balancers in front of status pages.",
      response: Health,
      judgesReadiness: true,
    },
    getMetrics: {
      at: "GET /metrics",
      summary: "Prometheus metrics",
      description:
        "Text format 0.0.4, or OpenMetrics 1.0 if `Accept` names `application/openmetrics-text`. Metrics of monitors are visible to a scraper that sends METRICS_TOKEN as a Bearer token and to signed-in users, for their projects. Without METRICS_TOKEN, they are also visible to a scraper on the same machine, unless APP_URL or TRUSTED_PROXIES indicates a proxy. All other callers get the metrics of the process. If METRICS_TOKEN is set, a request without it and without a session gets 401.",
      query: z.object({
        project: z
          .string()
          .optional()
          .meta({ description: "Only monitors of the project with this slug.", examples: ["shop"] }),
        monitors: z
          .enum(["true", "false"])
          .default("true")
          .meta({ description: "`false` leaves out the metrics of monitors.", examples: ["false"] }),
      }),
      response: z.string(),
      raw: true,
      mayAskForToken: true,
    },
    getOpenapi: {
      at: "GET /openapi.json",
      summary: "Get the OpenAPI document",
      query: z.object({
        part: z
          .enum(["public", "all"])
          .default("public")
          .meta({
            description:
              "`all` also includes operations that only a signed-in user may call, marked `x-session-only`.",
            examples: ["public"],
          }),
      }),
      response: z.record(z.string(), z.unknown()),
      raw: true,
      revalidates: true,
    },
    getDocs: {
      at: "GET /docs",
      summary: "Get the API reference as a web page",
      response: z.string(),
      raw: true,
      revalidates: true,
    },
    getLlmsText: {
      at: "GET /llms.txt",
      summary: "Get an index of this reference for language models",
      response: z.string(),
      raw: true,
      revalidates: true,
    },
  }),
  ...endpointsOf("organization", "About", {
    whoAmI: {
      at: "GET /whoami",
      permission: null,
      summary: "Get the current credential and its permissions",
      response: WhoAmI,
    },
  }),
};
