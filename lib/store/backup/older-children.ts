import type pg from "pg";
import type { Header } from "./format";

const SINCE = "0171-projects-of-children.sql";
/** Tables that used to name their project only through a parent, with that parent and the column that names it. */
const CHILDREN = [
  ["open_monitor_incidents", "monitors", "monitor_id"],
  ["maintenance_window_monitors", "maintenance_windows", "maintenance_window_id"],
  ["certificate_notices", "monitor_certificates", "certificate_id"],
  ["delivery_attempts", "deliveries", "delivery_id"],
  ["push_deliveries", "events", "event_id"],
] as const;

const CREATE = `
  create function project_of_parent() returns trigger language plpgsql as $$ begin
    if new.project_id is null then
      execute format('select project_id from public.%I where id = ($1).%I', tg_argv[0], tg_argv[1]) into new.project_id using new;
    end if;
    return new;
  end $$`;

/** Runs `insert`, which adds a backup's rows, parents first. Rows of an older version get the project of their parent. */
export async function withProjects<T>(
  client: pg.ClientBase,
  { migrations }: Pick<Header, "migrations">,
  insert: () => Promise<T>,
): Promise<T> {
  if (migrations.includes(SINCE)) return insert();
  await client.query(CREATE);
  for (const [child, parent, column] of CHILDREN)
    await client.query(
      `create trigger project_of_parent before insert on ${child} for each row execute function project_of_parent('${parent}', '${column}')`,
    );
  const result = await insert();
  await client.query("drop function project_of_parent cascade");
  return result;
}
