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
  const separator = (/[,;\t\r\n]/.exec(source)?.[0] ?? ",").charCodeAt(0);
  const rows: CsvRow[] = [];
  let line = 1;
  let row = { line, cells: [] as string[] };
  let hasText = false;
  for (let at = 0; at < source.length; ) {
    const cell = source.charCodeAt(at) === QUOTE ? quoted(source, at, separator) : null;
    const end = cell ? cell.end : plainEnd(source, at, separator);
    if (row.cells.length < CELLS_MAX) {
      const value = withoutApostrophe(cell ? cell.value : source.slice(at, end));
      row.cells.push(value);
      hasText ||= value !== "" && value.trim() !== "";
    }
    if (cell) line += lineEnds(cell.value);
    const code = source.charCodeAt(end);
    const isReturn = code === CARRIAGE_RETURN && source.charCodeAt(end + 1) === LINE_FEED;
    at = end + (isReturn ? 2 : 1);
    if (code === separator && !isLineBreak(code) && at < source.length) continue;
    if (hasText) rows.push(row);
    if (rows.length >= rowsMax) break;
    line += 1;
    // Empty lines share one object, because there may be a million.
    row = hasText ? { line, cells: [] } : emptied(row, line);
    hasText = false;
  }
  return rows;
}

// Code units, because millions of cells are compared with them.
const QUOTE = 34;
const APOSTROPHE = 39;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

function emptied(row: { line: number; cells: string[] }, line: number) {
  row.line = line;
  row.cells.length = 0;
  return row;
}

function withoutApostrophe(value: string): string {
  return value.charCodeAt(0) === APOSTROPHE && /^'[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}

function lineEnds(text: string): number {
  return text.split("\n").length - 1;
}

interface Cell {
  readonly value: string;
  /** The position of the separator or line end behind it. */
  readonly end: number;
}

function plainEnd(source: string, start: number, separator: number): number {
  for (let end = start; end < source.length; end += 1) {
    const code = source.charCodeAt(end);
    if (code === separator || isLineBreak(code)) return end;
  }
  return source.length;
}

/** Reads a quoted cell. Text between its closing quote and the separator belongs to it. */
function quoted(source: string, start: number, separator: number): Cell {
  let value = "";
  let at = start + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote === -1) return { value: value + source.slice(at), end: source.length };
    value += source.slice(at, quote);
    if (source[quote + 1] !== '"') {
      const end = plainEnd(source, quote + 1, separator);
      return { value: value + source.slice(quote + 1, end), end };
    }
    value += '"';
    at = quote + 2;
  }
}
