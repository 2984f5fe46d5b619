import { once } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";

/**
 * Makes a plain PostgreSQL look like a cluster in which each of the projects is on a shard of its own, and the node of the last one is
 * away whenever something is written to `table`. Returns how the node comes back.
 */
export async function loseNodeOf(table: string, projectIds: readonly number[]): Promise<() => Promise<void>> {
  const shards = new Map(projectIds.map((id, at) => [id, at + 1]));
  once<{ layout: unknown }>("store.layout", () => ({ layout: null })).layout = {
    isDistributed: true,
    shards,
  };
  await pool().query(`
    create function node_is_away() returns trigger language plpgsql as $$
      begin raise exception 'connection to the remote node failed' using errcode = '08006'; end $$;
    create trigger node_is_away before insert or update on ${table} for each row
      when (new.project_id = ${projectIds.at(-1)}) execute function node_is_away()`);
  return async () => {
    await pool().query("drop function node_is_away cascade");
  };
}
