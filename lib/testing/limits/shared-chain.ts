import { sqliteDatabase } from "../kuma-database";

const PAGE_BYTES = 65_536;
/** SQLite reads at most this many cells of a page: (page size − 8) / 6. */
const CELLS = 10_900;
const HEADER = { type: 0, cells: 3, pointers: 8 };
const LEAF = 0x0d;
const COLUMNS = ["name", "url", "body", "headers", "keyword"];

/**
 * Returns an SQLite database of Uptime Kuma in which one row was stored, with long texts on a chain of overflow pages. All
 * pointers of its page were set to that row, so that it's read as 10,900 rows that share the chain: gigabytes of text.
 */
export async function sharedChainDatabase(chars: number): Promise<Buffer> {
  const bytes = await sqliteDatabase(
    `pragma page_size = ${PAGE_BYTES}`,
    `create table monitor (id integer primary key, type text, ${COLUMNS.map((name) => `${name} text`).join(", ")})`,
    `insert into monitor (type, ${COLUMNS.join(", ")})
       values ('http', ${COLUMNS.map((name) => `replace(hex(zeroblob(${chars / 2})), '0', '${name.charAt(0)}')`).join(", ")})`,
  );
  const page = bytes.subarray(PAGE_BYTES, 2 * PAGE_BYTES);
  if (page[HEADER.type] !== LEAF || page.readUInt16BE(HEADER.cells) !== 1)
    throw new Error("The second page isn't the table's leaf with one row.");
  const cell = page.readUInt16BE(HEADER.pointers);
  page.writeUInt16BE(CELLS, HEADER.cells);
  for (let index = 0; index < CELLS; index += 1) page.writeUInt16BE(cell, HEADER.pointers + 2 * index);
  return bytes;
}
