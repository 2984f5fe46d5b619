import { sql } from "kysely";
import { read, write } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { PageFile } from "./files";
import type { StatusPageRow } from "./pages";

/** The pre-rendered home page of a status page. */
export interface SnapshotRow {
  content_type: string;
  etag: string;
  identity: Buffer;
  headers: Record<string, string>;
  /** The packed rows that the page was rendered from. */
  source: Buffer | null;
  /** Changes with the content of the page, but not with the time of the last check. */
  signature: string | null;
  rendered_at: Date;
  /** When the rows last said the same as at the rendering. */
  as_of: Date;
  /** The last check of any component. */
  checked_at: Date | null;
}

/** Returns a mark per page of a project that changes whenever its stored rendering does. Pages without one have none. */
export async function selectSnapshotMarks(projectId: number): Promise<Map<number, string>> {
  const rows = await read<{ id: number; mark: string }>(
    `select s.status_page_id as id, s.xmin::text as mark
     from page_snapshots s join status_pages p on p.id = s.status_page_id where p.project_id = $1`,
    [projectId],
  );
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}

const COLUMNS = "rendered_at, as_of, content_type, etag, identity, headers, source, signature, checked_at";
const FIRST = `insert into page_snapshots (status_page_id, ${COLUMNS}) select id, $2, $2, $3, $4, $5, $6, $7, $8, $9 from page
  on conflict do nothing`;
const NEXT = `update page_snapshots s set (${COLUMNS}) = ($2, $2, $3, $4, $5, $6, $7, $8, $9) from page
  where s.status_page_id = page.id and s.xmin::text = $13`;

/**
 * Stores a rendering of a page's settings, over the rendering with `mark`. Stores nothing and returns false if there is another
 * one by now, which may be newer, or if the page was deleted or got other access rules meanwhile.
 */
export async function replaceSnapshot(
  page: Pick<StatusPageRow, "id" | "access_ips" | "access_token" | "access_password">,
  snapshot: Omit<SnapshotRow, "rendered_at" | "as_of">,
  renderedAt: Date,
  mark: string | undefined,
): Promise<boolean> {
  const { content_type, etag, identity, headers, source, signature, checked_at } = snapshot;
  const rules = [page.access_ips, page.access_token, page.access_password];
  // The lock makes a concurrent change of the access rules visible, or wait until it can delete what is stored here.
  const stored = await write(
    `with page as materialized (
       select id from status_pages where id = $1 and access_ips is not distinct from $10
         and access_token is not distinct from $11 and access_password is not distinct from $12 for share)
     ${mark === undefined ? FIRST : NEXT}`,
    [
      page.id,
      renderedAt,
      content_type,
      etag,
      identity,
      headers,
      source,
      signature,
      checked_at,
      ...rules,
      ...(mark === undefined ? [] : [mark]),
    ],
  );
  return stored === 1;
}

/** Deletes the renderings of a page, so that it's rendered again before it's shown. */
export async function deleteSnapshot(trx: Tx, pageId: number): Promise<void> {
  await trx.deleteFrom("page_snapshots").where("status_page_id", "=", pageId).execute();
}

/** The packed rows that a page was last rendered from, and until when they were right. */
export type PageSource = Pick<SnapshotRow, "rendered_at" | "as_of" | "checked_at"> & {
  readonly id: number;
  readonly language: string;
  readonly source: Buffer;
};

/** Returns the packed rows that the project's pages were last rendered from. */
export async function selectPageSources(
  projectId: number,
  pageIds: readonly number[],
): Promise<PageSource[]> {
  return read<PageSource>(
    `select p.id, p.language, s.source, s.rendered_at, s.as_of, s.checked_at
     from status_pages p join page_snapshots s on s.status_page_id = p.id
     where p.project_id = $1 and p.id = any ($2::bigint[]) and s.source is not null`,
    [projectId, pageIds],
  );
}

/**
 * Notes that a page still shows what the rendering with `mark` does. Returns false if it was rendered from something else, or is
 * another rendering by now.
 */
export async function confirmSnapshot(
  pageId: number,
  signature: string,
  asOf: Date,
  checkedAt: Date | null,
  mark: string | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await db()
    .updateTable("page_snapshots")
    .set({ as_of: asOf, checked_at: checkedAt })
    .where("status_page_id", "=", pageId)
    .where("signature", "=", signature)
    .where(sql<boolean>`xmin::text = ${mark ?? null}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Pages of a deleted project stay only until their subscribers are notified. */
const IS_SERVED =
  "not exists (select 1 from projects d where d.id = p.project_id and d.deleted_at is not null)";

/** When a page was rendered and confirmed, and the version of its settings. */
export type PageFreshness = Pick<SnapshotRow, "rendered_at" | "as_of" | "checked_at"> & {
  readonly id: number;
  readonly version: string;
};

/** Returns the pages rendered or confirmed at or after `since`, the latest first. */
export async function selectPagesAsOf(since: Date): Promise<PageFreshness[]> {
  return read<PageFreshness>(
    `select p.id, p.xmin::text as version, s.rendered_at, s.as_of, s.checked_at
     from page_snapshots s join status_pages p on p.id = s.status_page_id
     where s.as_of >= $1 and ${IS_SERVED} order by s.as_of desc limit 10000`,
    [since],
  );
}

export interface PageName {
  id: number;
  subdomain: string;
  /** Whether anyone may read it: no access rule is set. */
  is_public: boolean;
}

/** Returns the names of all rendered pages, for copies in memory and in files. */
export async function selectPageNames(): Promise<PageName[]> {
  return read<PageName>(
    `select id, subdomain, access_ips is null and access_token is null and access_password is null as is_public
     from status_pages p join page_snapshots on status_page_id = id where ${IS_SERVED}`,
  );
}

/** A page with its access rules and its pre-rendered home page, which is all that serving it needs. */
export interface PageWithSnapshot {
  id: number;
  /** Changes with every change of the settings. */
  version: string;
  project_id: number;
  subdomain: string;
  domain: string | null;
  domain_verified_at: Date | null;
  language: string;
  time_zone: string;
  access_ips: string[] | null;
  access_token: Buffer | null;
  access_password: string | null;
  search_engine_indexed: boolean;
  /** The version of each of its images. */
  images: Partial<Record<PageFile["kind"], string>>;
  /** Null before the first rendering. */
  home: SnapshotRow | null;
}

const PAGE = `select p.id, p.xmin::text as version, p.project_id, p.subdomain, p.domain, p.domain_verified_at, p.language, p.time_zone,
  p.access_ips, p.access_token, p.access_password, p.search_engine_indexed,
  coalesce((select json_object_agg(f.kind, f.etag) from status_page_files f where f.status_page_id = p.id), '{}') as images,
  s.content_type, s.etag, s.identity, s.headers, s.source, s.signature, s.rendered_at, s.as_of, s.checked_at
  from status_pages p left join page_snapshots s on s.status_page_id = p.id`;

type PageRow = Omit<PageWithSnapshot, "home"> & (SnapshotRow | { [column in keyof SnapshotRow]: null });

/**
 * Returns a page by ID, subdomain, or domain, with its home page; null when there is none. Reads both at once, so that
 * what was rendered under new access rules never appears under the earlier ones.
 */
export async function selectPageWithSnapshot(
  by: "id" | "subdomain" | "domain",
  value: string | number,
): Promise<PageWithSnapshot | null> {
  const rows = await read<PageRow>(`${PAGE} where p.${by} = $1 and ${IS_SERVED}`, [value]);
  return rows[0] ? withHome(rows[0]) : null;
}

function withHome(row: PageRow): PageWithSnapshot {
  const {
    content_type,
    etag,
    identity,
    headers,
    source,
    signature,
    rendered_at,
    as_of,
    checked_at,
    ...page
  } = row;
  if (rendered_at === null) return { ...page, home: null };
  return {
    ...page,
    home: { content_type, etag, identity, headers, source, signature, rendered_at, as_of, checked_at },
  };
}
