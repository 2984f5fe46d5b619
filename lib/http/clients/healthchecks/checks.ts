import * as z from "zod";
import { HeartbeatRequest } from "@/lib/contract/protocols/heartbeat";
import { nextDeadline } from "@/lib/domain/checks/heartbeat";
import { cut, fittedTags } from "@/lib/domain/config-file/fitting";
import { stateOf } from "@/lib/engine/heartbeats/process";
import { isoSeconds, now } from "@/lib/shared/clock";
import { appUrl } from "@/lib/shared/env";
import { sha256 } from "@/lib/shared/secret";
import { selectHeartbeats } from "@/lib/store/checks/heartbeats";
import { selectReception } from "@/lib/store/checks/reception";
import { tx } from "@/lib/store/core/tx";

/** Columns that are read of a monitor. */
export const Monitor = z.object({
  id: z.number(),
  project_id: z.number(),
  name: z.string(),
  protocol: z.string(),
  status: z.string(),
  tags: z.array(z.string()).nullable(),
  request: z.record(z.string(), z.unknown()),
});
export type Monitor = z.infer<typeof Monitor>;
export type Check = Readonly<Record<string, unknown>>;

/** Returns monitors of one project as checks of Healthchecks' API in a version. */
export async function checksOf(monitors: readonly Monitor[], version: number): Promise<Check[]> {
  const [first] = monitors;
  if (!first) return [];
  const ids = monitors.map(({ id }) => id);
  const rows = await tx((trx) => selectHeartbeats(trx, [first.project_id], ids));
  const { gaps } = await selectReception();
  const nowMs = now().getTime();
  return monitors.map((monitor) => {
    const rules = HeartbeatRequest.parse(monitor.request);
    const row = rows.find(({ monitor_id: id }) => id === monitor.id);
    const interruptions = { resumedAt: row?.resumed_at?.getTime() ?? 0, gaps };
    const isPaused = monitor.status === "paused";
    const deadline = row && !isPaused ? nextDeadline(stateOf(row), rules, interruptions) : null;
    const isStarted = (row?.runs.length ?? 0) > 0;
    const status = statusOf(monitor.status, deadline !== null && deadline.expected < nowMs);
    const url = `${appUrl()}/api/v${version}/checks/${rules.token}`;
    return {
      name: monitor.name,
      slug: rules.slug ?? "",
      tags: (monitor.tags ?? []).join(" "),
      // Signals of a paused monitor are kept, but don't resume it.
      ...{ desc: "", channels: "", manual_resume: true, methods: "" },
      ...{ subject: "", subject_fail: "", start_kw: "", success_kw: "", failure_kw: "" },
      ...{ filter_subject: false, filter_body: false },
      grace: rules.grace,
      n_pings: row?.signals ?? 0,
      status: version === 1 && isStarted && status !== "paused" ? "started" : status,
      started: isStarted,
      last_ping: row?.last_signal_at ? isoOf(row.last_signal_at) : null,
      next_ping: deadline && isoOf(new Date(deadline.expected)),
      uuid: rules.token,
      ping_url: `${appUrl()}/ping/${rules.token}`,
      ...{ update_url: url, pause_url: `${url}/pause`, resume_url: `${url}/resume` },
      ...(rules.schedule === "period"
        ? { timeout: rules.period }
        : { schedule: rules.expression, tz: rules.time_zone }),
    };
  });
}

function statusOf(status: string, isLate: boolean): string {
  if (status === "paused") return "paused";
  if (status === "fetching") return "new";
  if (status === "offline" || status === "partial") return "down";
  return isLate ? "grace" : "up";
}

/** Returns a date as Healthchecks writes it. */
export const isoOf = (date: Date) => isoSeconds(date).replace("Z", "+00:00");

const Given = z.object({
  name: z.string().max(100).optional(),
  slug: z.string().optional(),
  tags: z.string().optional(),
  timeout: z.number().optional(),
  grace: z.number().optional(),
  schedule: z.string().optional(),
  tz: z.string().optional(),
  unique: z.array(z.enum(["name", "slug", "tags", "timeout", "grace"])).default([]),
});
export type Given = z.infer<typeof Given>;

/** Parses the body of a change. Throws a `ZodError`. Null and fields that Vedette doesn't have are ignored. */
export function givenIn(body: unknown): Given {
  const given = Object.entries(z.record(z.string(), z.unknown()).parse(body));
  return Given.parse(Object.fromEntries(given.filter(([, value]) => value !== null)));
}

const CRON_FIELDS = 5;
const NAME_MAX = 45;
const HASH_CHARS = 6;

/** Returns the name under which a check is stored. Long names keep being different from each other. */
function storedName(name: string): string {
  const text = name.trim();
  if ([...text].length < 2) return text === "" ? "Unnamed check" : `${text} check`;
  if ([...text].length <= NAME_MAX) return text;
  const hash = sha256(text).toString("hex").slice(0, HASH_CHARS);
  return `${cut(text, NAME_MAX - HASH_CHARS - 1)} ${hash}`;
}

/** Returns tags as they are stored. Those of Healthchecks may have any character but a space. */
export function storedTags(tags: string): readonly string[] {
  const given = tags.split(/\s+/).filter((tag) => tag !== "");
  return fittedTags(given, []).tags ?? [];
}

/** Returns the monitor's fields that a body sets. A new check has a name and, before version 3, a slug made of it. */
export function changesOf(given: Given, stored: Monitor | null, version: number): Record<string, unknown> {
  const { name, tags, timeout, grace, schedule, tz } = given;
  const slug = given.slug ?? (version < 3 && name !== undefined ? slugOf(name) : undefined);
  const isCron = schedule?.trim().split(/\s+/).length === CRON_FIELDS;
  const request = {
    ...stored?.request,
    ...(slug !== undefined && { slug: slug === "" ? null : slug }),
    ...(timeout !== undefined && { schedule: "period", period: timeout, expression: null }),
    ...(schedule !== undefined && { schedule: isCron ? "cron" : "on_calendar", expression: schedule }),
    ...(grace !== undefined && { grace }),
    ...(tz !== undefined && { time_zone: tz }),
  };
  const names = tags === undefined ? null : storedTags(tags);
  const isNamed = name !== undefined && (name !== "" || !stored);
  return {
    request,
    ...((isNamed || !stored) && { name: storedName(name ?? "") }),
    ...(names && { tags: names.length > 0 ? names : null }),
  };
}

/** Returns the slug of a name as Healthchecks does, so that scripts that expect it find their check. */
function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, "");
  return plain
    .trim()
    .replace(/[-\s]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 100);
}

/** Returns whether a check has the values of a body in every field that must be unique. */
export function isSame(check: Check, given: Given): boolean {
  const { name, tags } = given;
  const wanted = {
    ...given,
    ...(name !== undefined && { name: storedName(name) }),
    ...(tags !== undefined && { tags: storedTags(tags).join(" ") }),
  };
  return given.unique.every((field) => wanted[field] !== undefined && check[field] === wanted[field]);
}
