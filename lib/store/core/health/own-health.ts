import { type Episode, HEALTH_PARTS, type HealthPart } from "@/lib/domain/core/own-health";
import { read, write } from "@/lib/store/core/connection/statements";

/** The parts that had a problem in a minute. */
export interface HealthMinute {
  readonly minute: Date;
  readonly failing: readonly HealthPart[];
}

/** Stores minutes. What several servers saw in one minute is combined. */
export async function recordMinutes(minutes: readonly HealthMinute[]): Promise<void> {
  await write(
    `insert into health_minutes (minute, failing)
     select (m ->> 'minute')::timestamptz, array(select jsonb_array_elements_text(m -> 'failing')) from jsonb_array_elements($1::jsonb) m
     on conflict (minute) do update
       set failing = array(select distinct unnest(health_minutes.failing || excluded.failing) order by 1)`,
    [JSON.stringify(minutes)],
  );
}

/** The number of recorded minutes in a cell of the history, and of those in which a part was failing. */
export interface HealthCell {
  cell: number;
  minutes: number;
  /** Null for the cell as a whole. */
  part: HealthPart | null;
}

/** Returns the history from `from` in cells of `stepS` seconds. Leaves out cells and parts without data. */
export async function selectHealthCells(from: Date, stepS: number): Promise<HealthCell[]> {
  return read<HealthCell>(
    `with seen as (
       select floor(extract(epoch from minute - $1::timestamptz) / $2)::int as cell, failing from health_minutes where minute >= $1)
     select cell, null as part, count(*)::int as minutes from seen group by cell
     union all
     select cell, part, count(*)::int from seen, unnest(failing) part where part = any ($3) group by cell, part`,
    [from, stepS, HEALTH_PARTS],
  );
}

/** Notes that alerted parts are still failing. */
export async function keepAlerts(parts: readonly HealthPart[]): Promise<void> {
  await write("update health_alerts set failing_at = now() where part = any ($1)", [parts]);
}

/** Claims alerts for this server. Returns the parts that no server has alerted about yet. */
export async function claimAlerts(episodes: readonly Episode[]): Promise<Set<HealthPart>> {
  const rows = await read<{ part: HealthPart }>(
    `insert into health_alerts (part, since, failing_at)
     select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) on conflict do nothing returning part`,
    [
      episodes.map(({ part }) => part),
      episodes.map(({ since }) => since),
      episodes.map(({ failingAt }) => failingAt),
    ],
  );
  return new Set(rows.map(({ part }) => part));
}

/** Gives claimed alerts back, because they couldn't be sent. */
export async function returnAlerts(parts: readonly HealthPart[]): Promise<void> {
  await write("delete from health_alerts where part = any ($1)", [parts]);
}

/** A part that works again after an alert. */
export interface Recovery {
  part: HealthPart;
  since: Date;
}

/** Ends the alerts of parts that no server has seen failing for `recoveredS` seconds, and returns them to one server only. */
export async function takeRecovered(recoveredS: number): Promise<Recovery[]> {
  const rows = await read<Recovery>(
    "delete from health_alerts where failing_at < now() - make_interval(secs => $1) returning part, since",
    [recoveredS],
  );
  return rows.filter(({ part }) => HEALTH_PARTS.includes(part));
}
