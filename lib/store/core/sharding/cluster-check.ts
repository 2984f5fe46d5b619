import type pg from "pg";
import { DISTRIBUTION } from "@/lib/store/schema/distribution";
import { hasCitus, undistributed } from "./distribute";
import { awayNodes, unreachableNodes } from "./nodes";

const NAMED_MAX = 3;

/** Returns why a Citus cluster can't be used, with the remedy. Null for one that can, and for a plain PostgreSQL. */
export async function clusterProblem(client: pg.ClientBase | pg.Pool): Promise<string | null> {
  if (!(await hasCitus(client))) return null;
  const missing = await missingTables(client);
  if (missing.length > 0)
    return `The cluster lacks ${named(missing)}. Restore a backup, or start with an empty database.`;
  const local = await undistributed(client);
  if (local.length > 0)
    return `Citus is installed, but ${named(local)} ${local.length === 1 ? "isn't" : "aren't"} distributed. Stop all servers, and run: npm run -s cli -- database distribute`;
  const away = awayNodes();
  const silent = [...(away.size > 0 ? away : await unreachableNodes()).values()];
  if (silent.length > 0)
    return `The coordinator can't reach ${named(silent)}. Start PostgreSQL there, and allow the coordinator in its pg_hba.conf.`;
  return null;
}

async function missingTables(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is null order by name",
    [[...DISTRIBUTION.reference, ...DISTRIBUTION.distributed]],
  );
  return rows.map(({ name }) => name);
}

function named(names: readonly string[]): string {
  const [first, ...others] = [
    ...names.slice(0, NAMED_MAX),
    ...(names.length > NAMED_MAX ? [`${names.length - NAMED_MAX} more`] : []),
  ];
  const last = others.pop();
  return last === undefined ? `${first}` : `${[first, ...others].join(", ")} and ${last}`;
}
