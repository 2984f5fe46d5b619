/** A line of what was asked for. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A remark for the person at the terminal; not part of what scripts read. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Rows under their heads, padded to columns. */
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
