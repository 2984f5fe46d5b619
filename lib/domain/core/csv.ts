/** Returns rows as CSV (RFC 4180). Prefixes cells that a spreadsheet would run as formulas with an apostrophe. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => row.map(cell).join(",")).join("\r\n");
}

const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value ?? "") ? `'${value}` : (value ?? "");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const CELLS_MAX = 1000;

/** One row of a CSV file, and the line that it starts on. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Parses CSV in linear time: quoted cells, any line ends, and commas, semicolons, or tabs as separators, whichever the
 * first line has first. Leaves out empty lines and the apostrophes that `csvText` adds. A quote that isn't closed ends
 * with the text. Stops after `rowsMax` rows, and leaves out cells after the 1,000th of a row.
 */
export function csvRows(text: string, rowsMax = Number.POSITIVE_INFINITY): CsvRow[] {
  const source = text.replace(/^\ufeff/, "");
  const separator = /[,;\t\r\n]/.exec(source)?.[0] ?? ",";
  const rows: CsvRow[] = [];
  let line = 1;
  let row = { line, cells: [] as string[] };
  for (let at = 0; at < source.length; ) {
    const { value, end } = source[at] === '"' ? quoted(source, at, separator) : plain(source, at, separator);
    if (row.cells.length < CELLS_MAX) row.cells.push(/^'[=+\-@\t\r]/.test(value) ? value.slice(1) : value);
    line += value.split("\n").length - 1;
    const isLineEnd = /[\r\n]/.test(source[end] ?? "\n");
    at = end + (source.startsWith("\r\n", end) ? 2 : 1);
    if (!isLineEnd && at < source.length) continue;
    if (row.cells.some((one) => one.trim() !== "")) rows.push(row);
    if (rows.length >= rowsMax) break;
    line += 1;
    row = { line, cells: [] };
  }
  return rows;
}

interface Cell {
  readonly value: string;
  /** The position of the separator or line end behind it. */
  readonly end: number;
}

function plain(source: string, start: number, separator: string): Cell {
  let end = start;
  while (end < source.length && source[end] !== separator && source[end] !== "\n" && source[end] !== "\r")
    end += 1;
  return { value: source.slice(start, end), end };
}

/** Reads a quoted cell. Text between its closing quote and the separator belongs to it. */
function quoted(source: string, start: number, separator: string): Cell {
  let value = "";
  let at = start + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote === -1) return { value: value + source.slice(at), end: source.length };
    value += source.slice(at, quote);
    if (source[quote + 1] !== '"') {
      const rest = plain(source, quote + 1, separator);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = quote + 2;
  }
}
