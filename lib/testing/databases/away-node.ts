import { once } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";

/**
 * Makes a plain PostgreSQL look like a cluster in which each project is on a shard of its own, and the node of one of them is away whenever
 * something is written to `table`. Returns how the node comes back.
 */
export async function loseNodeOf(table: string, awayId: number): Promise<() => Promise<void>> {
  const { rows } = await pool().query<{ id: number }>("select id from projects");
  once<{ layout: unknown }>("store.layout", () => ({ layout: null })).layout = {
    isDistributed: true,
    shards: new Map(rows.map(({ id }) => [id, id])),
  };
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
