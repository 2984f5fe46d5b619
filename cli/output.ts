/** Writes a line to standard output, which scripts may parse. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a note to standard error, for the person at the terminal. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints rows under their headings, padded to columns. */
export function printTable(heads: string[], rows: Array<Array<string | number | null>>): void {
  const cells = [heads, ...rows.map((row) => row.map((cell) => (cell === null ? "–" : String(cell))))];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  for (const row of cells)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
