import pg from "pg";
import { vi } from "vitest";
import { once } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";
import type { Layout } from "@/lib/store/core/sharding/projects";

/** Makes a plain PostgreSQL look like a cluster in which each project is on a shard and a node of its own. */
export async function spreadProjects(): Promise<void> {
  const { rows } = await pool().query<{ id: number }>("select id from projects");
  const own = new Map(rows.map(({ id }) => [id, id]));
  const layout: Layout = { isDistributed: true, shards: own, nodes: own };
  once<{ layout: Layout | null }>("store.layout", () => ({ layout: null })).layout = layout;
}

/** Spreads the projects, and refuses each statement that names this one in a list. Returns how its node comes back. */
export async function loseNode(awayId: number): Promise<() => void> {
  await spreadProjects();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [given, second] = args as [{ values?: unknown[] } | null, unknown];
    const values = Array.isArray(second) ? second : (given?.values ?? []);
    if (!values.some((value) => Array.isArray(value) && value.includes(awayId)))
      return query.apply(this, args);
    const error = Object.assign(new Error("connection to the remote node failed"), { code: "08006" });
    const done = args.at(-1);
    return typeof done === "function" ? done(error) : Promise.reject(error);
  } as never);
  return () => spy.mockRestore();
}

/** A project's node that hangs. */
interface HangingNode {
  /** How many statements it was asked for. */
  asked(): number;
  returns(): Promise<void>;
}

/** Lets each statement that names this project in a list wait. Needs a database that `pretendCitus` prepared. */
export async function hangNode(projectId: number): Promise<HangingNode> {
  await pool().query(
    `insert into pg_dist_node (nodename, nodeport, isactive, noderole, groupid, answers) values ('10.0.0.${projectId + 2}', 5432, true, 'primary', ${projectId}, false)`,
  );
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let asked = 0;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [given, second] = args as [{ values?: unknown[] } | null, unknown];
    const values = Array.isArray(second) ? second : (given?.values ?? []);
    if (!values.some((value) => Array.isArray(value) && value.includes(projectId)))
      return query.apply(this, args);
    asked += 1;
    const done = args.filter((arg) => typeof arg === "function");
    return query.apply(this, ["select pg_sleep(3600)", ...done]);
  } as never);
  return {
    asked: () => asked,
    returns: async () => {
      spy.mockRestore();
      await pool().query("update pg_dist_node set answers = true");
    },
  };
}

/** Spreads the projects, and refuses what is written to `table` of this one. Returns how its node comes back. */
export async function loseNodeOf(table: string, awayId: number): Promise<() => Promise<void>> {
  await spreadProjects();
  const name = `node_${awayId}_is_away`;
  await pool().query(`
    create function ${name}() returns trigger language plpgsql as $$
      begin raise exception 'connection to the remote node failed' using errcode = '08006'; end $$;
    create trigger ${name} before insert or update on ${table} for each row
      when (new.project_id = ${awayId}) execute function ${name}()`);
  return async () => {
    await pool().query(`drop function ${name} cascade`);
  };
}
