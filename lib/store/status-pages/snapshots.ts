import { pool } from "@/lib/store/core/pool";
import type { PageFile } from "./files";

export interface SnapshotRow {
  status_page_id: number;
  path: string;
  content_type: string;
  etag: string;
  identity: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  headers: Record<string, string>;
  /** The packed rows that the page was rendered from, beside its home page only. */
  source: Buffer | null;
  sealed_at: Date;
}

/** Replaces all snapshots of a page in one statement, so that no reader sees a part of them. Stores none for a deleted page. */
export async function replaceSnapshots(
  pageId: number,
  snapshots: ReadonlyArray<Omit<SnapshotRow, "status_page_id" | "source" | "sealed_at">>,
  source: Buffer,
  renderedAt: Date,
): Promise<void> {
  await pool().query(
    `with fresh as (
       select * from unnest($2::text[], $3::text[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[], $8::jsonb[])
         as f(path, content_type, etag, identity, gzip, brotli, headers)
       where exists (select 1 from status_pages where id = $1)),
     gone as (delete from page_snapshots where status_page_id = $1 and path <> all ($2::text[]))
     insert into page_snapshots (status_page_id, path, content_type, etag, identity, gzip, brotli, headers, source, sealed_at)
     select $1, path, content_type, etag, identity, gzip, brotli, headers, case when path = '' then $10::bytea end, $9 from fresh
     on conflict (status_page_id, path) do update set content_type = excluded.content_type, etag = excluded.etag,
       identity = excluded.identity, gzip = excluded.gzip, brotli = excluded.brotli, headers = excluded.headers,
       source = excluded.source, sealed_at = excluded.sealed_at`,
    [
      pageId,
      snapshots.map((row) => row.path),
      snapshots.map((row) => row.content_type),
      snapshots.map((row) => row.etag),
      snapshots.map((row) => row.identity),
      snapshots.map((row) => row.gzip),
      snapshots.map((row) => row.brotli),
      snapshots.map((row) => JSON.stringify(row.headers)),
      renderedAt,
      source,
    ],
  );
}

/** Returns the packed rows that the project's pages were last rendered from. */
export async function selectPageSources(
  projectId: number,
  pageIds: readonly number[],
): Promise<{ id: number; language: string; source: Buffer; rendered_at: Date }[]> {
  const { rows } = await pool().query<{ id: number; language: string; source: Buffer; rendered_at: Date }>(
    `select p.id, p.language, s.source, s.sealed_at as rendered_at
     from status_pages p join page_snapshots s on s.status_page_id = p.id and s.path = ''
     where p.project_id = $1 and p.id = any ($2::bigint[]) and s.source is not null`,
    [projectId, pageIds],
  );
  return rows;
}

/** Returns the IDs of pages rendered at or after `since`. */
export async function selectPagesRenderedSince(since: Date): Promise<number[]> {
  const { rows } = await pool().query<{ id: number }>(
    "select status_page_id as id from page_snapshots where path = '' and sealed_at >= $1 order by sealed_at desc limit 10000",
    [since],
  );
  return rows.map((row) => row.id);
}

export interface PageName {
  id: number;
  subdomain: string;
  /** Whether anyone may read it: no access rule is set. */
  is_public: boolean;
}

/** Returns the names of all pages, for copies stored outside the database. */
export async function selectPageNames(): Promise<PageName[]> {
  const { rows } = await pool().query<PageName>(
    `select id, subdomain, access_ips is null and access_token is null and access_password is null as is_public
     from status_pages`,
  );
  return rows;
}

/** A page with its access rules and every pre-rendered representation, which is all that serving it needs. */
export interface PageWithSnapshots {
  id: number;
  project_id: number;
  subdomain: string;
  domain: string | null;
  domain_verified_at: Date | null;
  language: string;
  access_ips: string[] | null;
  access_token: Buffer | null;
  access_password: string | null;
  /** The version of each of its images. */
  images: Partial<Record<PageFile["kind"], string>>;
  snapshots: SnapshotRow[];
}

const PAGE = `select id, project_id, subdomain, domain, domain_verified_at, language,
  access_ips, access_token, access_password,
  coalesce((select json_object_agg(f.kind, f.etag) from status_page_files f where f.status_page_id = id), '{}') as images
  from status_pages`;

/** Returns a page by ID, subdomain or domain, with its snapshots; null when there is none. */
export async function selectPageWithSnapshots(
  by: "id" | "subdomain" | "domain",
  value: string | number,
): Promise<PageWithSnapshots | null> {
  const { rows } = await pool().query<Omit<PageWithSnapshots, "snapshots">>(`${PAGE} where ${by} = $1`, [
    value,
  ]);
  const page = rows[0];
  if (!page) return null;
  const snapshots = await pool().query<SnapshotRow>(
    "select * from page_snapshots where status_page_id = $1",
    [page.id],
  );
  return { ...page, snapshots: snapshots.rows };
}
