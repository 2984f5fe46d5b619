import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id, text } from "@/lib/contract/core/fields";
import { Region, RegionIn } from "@/lib/contract/core/regions";

export const RUNNER_STATES = ["alive", "silent", "never_seen", "revoked"] as const;

const count = z.number().int().min(0);

/** What a runner said about itself last. */
export const RunnerReport = z.object({
  lag_p99_ms: z.number().meta({ description: "How late checks start: the 99th percentile, in ms." }),
  spooled: count.meta({ description: "Results on its disk that the server has not confirmed." }),
  running: count.meta({ description: "Checks under way." }),
  monitors: count.meta({ description: "Monitors it checks." }),
  doubt: z.string().nullable().meta({
    description: "Why it doubts itself, in its words; null when it does not.",
  }),
});

/** A program that checks: the server's own, or one on another machine. */
export const Runner = z.object({
  id: Id,
  name: z.string().meta({ examples: ["Frankfurt"] }),
  kind: z.enum(["local", "remote"]).meta({ description: "local: the server's own runner." }),
  region: Region.nullable().meta({ description: "The one a remote runner is bound to; null for the local." }),
  regions: z.array(Region).meta({
    description:
      "What it serves now: a remote runner its region, the local one every region without a remote runner that is alive. Empty unless alive.",
  }),
  held: z.array(z.object({ region: Region, reason: z.string() })).meta({
    description:
      "Regions of these whose failures count for nothing at present, and why: quarantined, or held.",
  }),
  state: z
    .enum(RUNNER_STATES)
    .meta({ description: "alive: heard of within the last 45 s.", examples: ["alive"] }),
  last_seen_at: DateOut.nullable(),
  report: RunnerReport.nullable().meta({ description: "Null before the first report." }),
  capabilities: z.record(z.string(), z.string()).meta({
    description:
      "What the runner runs on and can do. `node`: its version. `ping`: how it pings: `socket` (an unprivileged socket), `ping` (one process per ping), or `none` (ICMP checks from there are inconclusive).",
    examples: [{ node: "v20.20.0", ping: "socket" }],
  }),
  version: z.string().nullable(),
  version_note: z
    .string()
    .nullable()
    .meta({ description: "What to do when its version is not the server's; null when it is." }),
  double_note: z.string().nullable().meta({
    description:
      "What to do when two processes have used its token at once for 30 s (two DATA_DIRs with one token); null when they have not.",
  }),
  clock_note: z.string().nullable().meta({
    description: "What is wrong when its clock is more than a minute from the server's; null when it is not.",
  }),
  created_at: DateOut,
  revoked_at: DateOut.nullable(),
});
export type Runner = z.infer<typeof Runner>;

export const CreateRunner = z.object({
  name: text(1, 60).meta({
    title: "Name",
    description: "As it is listed, 1 to 60 characters.",
    examples: ["Frankfurt"],
  }),
  region: RegionIn.meta({
    title: "Region",
    description: "Where the other machine is. Comes back as the code: `ng-nld-ams` as `eu-nld-ams`.",
    examples: ["eu-deu-fra"],
  }),
});
export type CreateRunner = z.infer<typeof CreateRunner>;

export const CreatedRunner = Runner.extend({
  token: z.string().meta({ description: "Shown this once: only its SHA-256 is stored." }),
  command: z.string().meta({ description: "What starts the runner on the other machine, token included." }),
});
export type CreatedRunner = z.infer<typeof CreatedRunner>;

const shared = { scope: "organization", tag: "Runners" } as const;

export const listRunners = endpoint({
  ...shared,
  id: "listRunners",
  method: "GET",
  path: "/runners",
  permission: "platform:read",
  summary: "List runners and the regions they serve",
  description:
    "Needs an organization key or a user token. Revoked runners come last, and are left out after 30 days.",
  response: Runner,
  list: true,
  status: 200,
});

export const createRunner = endpoint({
  ...shared,
  id: "createRunner",
  method: "POST",
  path: "/runners",
  permission: "platform:write",
  shownOnce: true,
  summary: "Add a runner in another region",
  description:
    "Needs an organization key, an owner or an admin, and `uptime:write` as well, because a runner reads the requests of all monitors. A runner works for the whole installation: with several organizations, only its operator adds one, on the command line. The token is shown once; Idempotency-Key does not apply.",
  body: CreateRunner,
  response: CreatedRunner,
  status: 201,
});

export const revokeRunner = endpoint({
  ...shared,
  id: "revokeRunner",
  method: "DELETE",
  path: "/runners/{runnerId}",
  permission: "platform:write",
  conflicts: true,
  summary: "Revoke a runner",
  description:
    "Needs an organization key, an owner or an admin. Its token ends at once; other runners of its region, or the built-in runner, take over. 409 for the built-in runner and for one that is revoked already.",
  params: z.object({ runnerId: Id }),
  response: null,
  status: 204,
});
