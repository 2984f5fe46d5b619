import type pg from "pg";

/**
 * Makes a plain PostgreSQL answer like the coordinator of a Citus cluster with one worker, as far as distributing tables goes: like Citus,
 * it refuses a table with foreign keys to tables that aren't distributed the same way yet, and starts the IDs of a local table with
 * foreign keys again. Which tables are distributed is kept in pg_dist_partition. Each project is on a shard and a node of its own.
 */
export async function pretendCitus(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion) values (999999, 'citus', 10, 11, false, '13.2');
    set allow_system_table_mods = off;
    create schema pretended;
    create table pretended.pg_dist_partition (logicalrelid regclass primary key, partmethod "char", repmodel "char");
    create table pretended.pg_dist_node (nodeid serial, nodename text, nodeport int, isactive bool, noderole text, groupid int, answers bool);
    insert into pretended.pg_dist_node (nodename, nodeport, isactive, noderole, groupid, answers) values
      ('10.0.0.1', 5432, true, 'primary', 0, true), ('10.0.0.2', 5432, true, 'primary', 1, true);
    create function pretended.refuse_foreign_keys(name text) returns void language plpgsql as $$ begin
      if exists (select from pg_constraint where contype = 'f' and name::regclass in (conrelid, confrelid)) then
        raise exception 'cannot create a citus table from a local table with foreign keys: %', name;
      end if;
    end $$;
    create function pretended.create_reference_table(name text) returns void language sql as $$
      select pretended.refuse_foreign_keys(name);
      insert into pretended.pg_dist_partition values (name::regclass, 'n', 't'); $$;
    create function pretended.create_distributed_table(name text, key text) returns void language sql as $$
      select pretended.refuse_foreign_keys(name);
      insert into pretended.pg_dist_partition values (name::regclass, 'h', 's'); $$;
    create function pretended.restart_ids() returns event_trigger language plpgsql as $$ begin
      perform setval(pg_get_serial_sequence(d.object_identity, a.attname), 1, false)
      from pg_event_trigger_ddl_commands() d join pg_attribute a on a.attrelid = d.objid and a.attidentity <> ''
      where exists (select from pg_constraint where contype = 'f' and conrelid = d.objid)
        and not exists (select from pretended.pg_dist_partition where logicalrelid = d.objid);
    end $$;
    create function pretended.get_shard_id_for_distribution_column(name text, project bigint) returns bigint return 1000000 + project;
    create view pretended.pg_dist_placement as select 1000000 + id as shardid, id::int as groupid from public.projects;
    create event trigger restart_ids on ddl_command_end when tag in ('ALTER TABLE') execute function pretended.restart_ids();
    create function pretended.citus_check_connection_to_node(name text, port int) returns bool language sql as $$
      select answers from pretended.pg_dist_node where (nodename, nodeport) = (name, port) $$`);
  const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
  await client.query(`alter database ${rows[0]?.name} set search_path to public, pretended`);
  await client.query("set search_path to public, pretended");
}
