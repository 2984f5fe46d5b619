import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

// A CommonJS package whose names Node doesn't recognize in an import.
const { Database }: typeof import("node-sqlite3-wasm") = createRequire(import.meta.url)("node-sqlite3-wasm");

/** The tables of Uptime Kuma 1.23 that an import reads, as `sqlite3 kuma.db .schema` shows them. */
const SCHEMA = `
create table user (id integer primary key autoincrement not null, username varchar(255) not null unique, password varchar(255));
create table monitor (
  id integer primary key autoincrement not null, name varchar(150), active boolean not null default 1,
  user_id integer references user on update cascade on delete set null, interval integer not null default 20, url text,
  type varchar(20), weight integer default 2000, hostname varchar(255), port integer, created_date datetime default (datetime('now')) not null,
  keyword varchar(255), maxretries integer not null default 0, ignore_tls boolean not null default 0, upside_down boolean not null default 0,
  maxredirects integer not null default 10, accepted_statuscodes_json text not null default '["200-299"]', dns_resolve_type varchar(5),
  dns_resolve_server varchar(255), dns_last_result varchar(255), retry_interval integer not null default 0, push_token varchar(20),
  method text not null default 'GET', body text, headers text, basic_auth_user text, basic_auth_pass text, docker_host integer,
  docker_container varchar(255), proxy_id integer, expiry_notification boolean default 1, auth_method varchar(250), parent integer,
  invert_keyword boolean not null default 0, json_path text, expected_value varchar(255), timeout double, http_body_encoding varchar(25));
create table tag (id integer primary key autoincrement not null, name varchar(255) not null, color varchar(255) not null);
create table monitor_tag (id integer primary key autoincrement not null, monitor_id integer not null, tag_id integer not null, value text);
create table status_page (id integer primary key autoincrement not null, slug varchar(255) not null unique, title varchar(255) not null,
  description text, icon varchar(255) not null, theme varchar(30) not null, published boolean not null default 1,
  search_engine_index boolean not null default 1, show_tags boolean not null default 0, password varchar);
create table [group] (id integer primary key autoincrement not null, name varchar(255) not null, public boolean not null default 0,
  active boolean not null default 1, weight integer not null default 1000, status_page_id integer);
create table monitor_group (id integer primary key autoincrement not null, monitor_id integer not null, group_id integer not null,
  weight integer not null default 1000, send_url boolean not null default 0);
create table heartbeat (id integer primary key autoincrement not null, important boolean not null default 0, monitor_id integer not null,
  status smallint not null, msg text, time datetime not null, ping integer, duration integer not null default 0);
`;

/** Returns the bytes of an SQLite database that these statements create. */
export async function sqliteDatabase(...statements: string[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-sqlite-"));
  const file = path.join(folder, "made.db");
  const database = new Database(file);
  for (const statement of statements) database.exec(statement);
  database.close();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true });
  return bytes;
}

/** Returns a database of Uptime Kuma: a website behind a password, a port, a push monitor, and a status page at `slug`. */
export async function kumaDatabase(slug: string): Promise<Buffer> {
  const bytes = await sqliteDatabase(
    SCHEMA,
    `
    insert into monitor (name, type, url, interval, maxretries, auth_method, basic_auth_user, basic_auth_pass, timeout)
      values ('Shop', 'http', 'https://shop.example.com/', 60, 1, 'basic', 'ada', 'secret-of-ada', 48);
    insert into monitor (name, type, hostname, port, interval) values ('Database', 'port', 'db.example.com', 5432, 20);
    insert into monitor (name, type, push_token, interval) values ('Nightly backup', 'push', 'secret-push', 86400);
    insert into tag (name, color) values ('Web', '#2563eb');
    insert into monitor_tag (monitor_id, tag_id, value) values (1, 1, '');
    insert into [group] (name, public, weight, status_page_id) values ('Europe', 1, 1, 1);
    insert into monitor_group (monitor_id, group_id, weight) values (1, 1, 1), (2, 1, 2), (3, 1, 3);
    insert into heartbeat (monitor_id, status, time) values (1, 1, '2026-01-31 12:00:00');
    insert into status_page (slug, title, icon, theme) values ('${slug}', 'Acme', '/icon.svg', 'auto')`,
  );
  // Uptime Kuma turns on the write-ahead log, which marks the header.
  return bytes.fill(2, 18, 20);
}
