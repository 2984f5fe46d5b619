import * as z from "zod";
import { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, text } from "@/lib/contract/core/fields";
import { Region, RegionIn } from "@/lib/contract/core/regions";

export const RUNNER_STATES = ["alive", "silent", "never_seen", "revoked"] as const;

const count = z.number().int().min(0);

/** The latest self-report of a runner. */
export const RunnerReport = z.object({
  lag_p99_ms: z.number().meta({ description: "Delay of check starts: the 99th percentile, in ms." }),
  spooled: count.meta({ description: "Results on the runner's disk that the server has not acknowledged." }),
  running: count.meta({ description: "Checks in progress." }),
  monitors: count.meta({ description: "Monitors that the runner checks." }),
  self_check_failures: z.array(SelfCheckFailure).meta({
    description: "Why the runner's self-check fails, as codes with their facts; empty if it passes.",
  }),
});

/** A process that runs checks: the built-in runner, or one on another machine. */
export const Runner = z.object({
  id: Id,
  name: z.string().meta({ examples: ["Frankfurt"] }),
  kind: z.enum(["local", "remote"]).meta({ description: "`local` is the built-in runner." }),
  region: Region.nullable().meta({ description: "Region of a remote runner; null for the built-in runner." }),
  location: Region.nullable().meta({
    description:
      "Where the server of the built-in runner is located. Its checks of that region are shown with the region's name, all others as `this server`. Null until it is set, and for a remote runner.",
  }),
  location_source: z.enum(["variable", "settings"]).nullable().meta({
    description:
      "`variable`: RUNNER_REGION sets the location when the server starts, and it cannot be changed here. Null without a location.",
  }),
  regions: z.array(Region).meta({
    description:
      "Regions that the runner currently serves: its own for a remote runner, every region without an active remote runner for the built-in runner. Empty unless the runner is alive.",
  }),
  quarantined: z.array(z.object({ region: Region, reason: z.string() })).meta({
    description: "Those regions whose failures are currently ignored, with the reason.",
  }),
  state: z
    .enum(RUNNER_STATES)
    .meta({ description: "`alive` means heard from within the last 45 s.", examples: ["alive"] }),
  last_seen_at: DateOut.nullable(),
  report: RunnerReport.nullable().meta({ description: "Null before the first report." }),
  capabilities: z.record(z.string(), z.string()).meta({
    description:
      "Environment of the runner. `node`: its Node.js version. `ping`: how it sends pings: `socket` (an unprivileged socket), `ping` (one process per ping), or `none` (ICMP checks are inconclusive).",
    examples: [{ node: "v20.20.0", ping: "socket" }],
  }),
  version: z.string().nullable(),
  version_note: z
    .string()
    .nullable()
    .meta({ description: "Instructions if its version differs from the server's; null otherwise." }),
  double_note: z.string().nullable().meta({
    description:
      "Instructions if two processes have been using its token for 30 s (two DATA_DIRs with one token); null otherwise.",
  }),
  clock_note: z.string().nullable().meta({
    description:
      "What is wrong when its clock differs from the server's by more than a minute; null otherwise.",
  }),
  created_at: DateOut,
  revoked_at: DateOut.nullable(),
});
export type Runner = z.infer<typeof Runner>;

export const CreateRunner = z.object({
  name: text(1, 60).meta({
    title: "Name",
    description: "Display name, 1 to 60 characters.",
    examples: ["Frankfurt"],
  }),
  region: RegionIn.meta({
    title: "Region",
    description:
      "Location of the other machine. Returned as the canonical code: `ng-nld-ams` as `eu-nld-ams`.",
    examples: ["eu-deu-fra"],
  }),
});
export type CreateRunner = z.infer<typeof CreateRunner>;

export const UpdateRunner = z.object({
  location: RegionIn.nullish().meta({
    title: "Location",
    description: "Where the server of the built-in runner is located; null if none of the regions.",
    examples: ["eu-deu-fra"],
  }),
});
export type UpdateRunner = z.infer<typeof UpdateRunner>;

export const CreatedRunner = Runner.extend({
  token: z.string().meta({ description: "Shown only in this response: only its SHA-256 hash is stored." }),
  command: z
    .string()
    .meta({ description: "Command that starts the runner on the other machine, including the token." }),
});
export type CreatedRunner = z.infer<typeof CreatedRunner>;

export const endpoints = endpointsOf("organization", "Runners", {
  listRunners: {
    at: "GET /runners",
    summary: "List runners and the regions they serve",
    description:
      "Requires an organization key or a user token. Revoked runners are listed last, for 30 days.",
    response: Runner,
    list: true,
  },
  createRunner: {
    at: "POST /runners",
    shownOnce: true,
    summary: "Add a runner in another region",
    description:
      "Requires an organization key, an owner, or an admin, and also `uptime:write`, because a runner reads the requests of all monitors. A runner works for the whole installation: with several organizations, only the operator can add one, on the command line. The token is shown only once. Idempotency-Key does not apply.",
    body: CreateRunner,
    response: CreatedRunner,
    status: 201,
  },
  updateRunner: {
    at: "POST /runners/{runnerId}",
    summary: "Set the location of the built-in runner",
    description:
      "Requires an organization key, an owner, or an admin. With several organizations, only the operator can set it, with RUNNER_REGION. With several servers, a region is named only if all their built-in runners are there.",
    body: UpdateRunner,
    response: Runner,
  },
  revokeRunner: {
    at: "DELETE /runners/{runnerId}",
    conflicts: true,
    summary: "Revoke a runner",
    description:
      "Requires an organization key, an owner, or an admin. The token stops working immediately; other runners of its region, or the built-in runner, take over. Responds with 409 for the built-in runner and for a revoked runner.",
  },
});
