import type { PoolClient } from "pg";
import { monotonicMs } from "@/lib/shared/clock";
import { pool } from "@/lib/store/core/pool";
import { run } from "@/lib/testing/sql";
import type { Fate } from "./points";

const LOCK = 7_790_001;

const RESERVED = "old.fan_out_after is null and new.fan_out_after is not null";
const LEASED = "old.leased_until is null and new.leased_until is not null";
const LED = "not old.is_digest and new.is_digest";
const MARKED = "old.failed_over is null and new.failed_over is not null";
const DELIVERED = "old.status = 'pending' and new.status = 'delivered'";

/** Time, table, and condition of each trap. */
const TRIGGERS: readonly (readonly [trap: string, when: string, table: string, condition: string])[] = [
  ["event before reservation", "before update", "events", RESERVED],
  ["event reserved", "after update", "events", RESERVED],
  ["reservation commit", "commit update", "events", RESERVED],
  ["event marked", "after update", "events", "old.fanned_out_at is null and new.fanned_out_at is not null"],
  ["delivery before insert", "before insert", "deliveries", "true"],
  ["delivery inserted", "after insert", "deliveries", "true"],
  ["fan-out commit", "commit insert", "deliveries", "true"],
  ["lease before update", "before update", "deliveries", LEASED],
  ["lease updated", "after update", "deliveries", LEASED],
  ["lease commit", "commit update", "deliveries", LEASED],
  ["digest led", "after update", "deliveries", LED],
  ["digest commit", "commit update", "deliveries", LED],
  ["failover marked", "after update", "deliveries", MARKED],
  ["failover inserted", "after insert", "deliveries", "new.failed_over_from is not null"],
  ["failover commit", "commit update", "deliveries", MARKED],
  ["attempt before insert", "before insert", "delivery_attempts", "true"],
  ["attempt inserted", "after insert", "delivery_attempts", "true"],
  ["delivered before update", "before update", "deliveries", DELIVERED],
  ["delivered updated", "after update", "deliveries", DELIVERED],
  ["delivered commit", "commit update", "deliveries", DELIVERED],
];

const FUNCTIONS = `
  create table public.armed_trap (name text);
  insert into public.armed_trap values (null);
  create function public.hang_if_armed(trap text) returns void language plpgsql as $$
  begin
    if (select name from public.armed_trap) = trap then perform pg_advisory_xact_lock(${LOCK}); end if;
  end $$;
  create function public.trap() returns trigger language plpgsql as $$
  begin
    perform public.hang_if_armed(tg_argv[0]);
    return new;
  end $$;`;

/** Triggers that make a named statement hang while this process holds a lock. Only one trap is armed at a time. */
export interface Traps {
  arm(trap: string): Promise<void>;
  /** Resolves when a statement hangs in the trap. */
  caught(): Promise<void>;
  /** Disarms the trap and applies the fate to the dead worker's statement. */
  release(fate: Fate): Promise<void>;
  close(): void;
}

export async function setTraps(): Promise<Traps> {
  await pool().query(FUNCTIONS);
  for (const [trap, when, table, condition] of TRIGGERS)
    await pool().query(trigger(trap, when, table, condition));
  const holder = await pool().connect();
  await holder.query("select pg_advisory_lock($1)", [LOCK]);
  return {
    arm: (trap) => setArmed(trap),
    caught: () => until(async () => (await hanging()).length > 0, 20_000, "no statement reached the trap"),
    release: (fate) => release(holder, fate),
    close: () => holder.release(true),
  };
}

function trigger(trap: string, when: string, table: string, condition: string): string {
  const name = `trap_${trap.replaceAll(/\W/g, "_")}`;
  const [time, operation] = when.split(" ");
  const head =
    time === "commit"
      ? `create constraint trigger ${name} after ${operation} on ${table} deferrable initially deferred`
      : `create trigger ${name} ${time} ${operation} on ${table}`;
  return `${head} for each row when (${condition}) execute function public.trap('${trap}')`;
}

async function setArmed(trap: string | null): Promise<void> {
  await run`update public.armed_trap set name = ${trap}`;
}

async function hanging(): Promise<number[]> {
  const rows = await run<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and not granted
    and objid = ${LOCK}`;
  return rows.map((row) => row.pid);
}

async function release(holder: PoolClient, fate: Fate): Promise<void> {
  await setArmed(null);
  const pids = await hanging();
  if (fate === "undone") await run`select pg_terminate_backend(pid) from unnest(${pids}::int[]) pid`;
  else await holder.query("select pg_advisory_unlock($1)", [LOCK]);
  await until(
    async () => {
      const rows = await run`select 1 from pg_stat_activity where pid = any (${pids}::int[])`;
      return rows.length === 0;
    },
    20_000,
    "the dead worker's connection didn't end",
  );
  if (fate === "done") await holder.query("select pg_advisory_lock($1)", [LOCK]);
}

/** Polls until the condition is met; throws `otherwise` after the time. */
export async function until(
  done: () => Promise<boolean>,
  timeoutMs: number,
  otherwise: string,
): Promise<void> {
  const end = monotonicMs() + timeoutMs;
  while (!(await done())) {
    if (monotonicMs() > end) throw new Error(`After ${timeoutMs} ms: ${otherwise}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
