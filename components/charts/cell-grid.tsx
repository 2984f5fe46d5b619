"use client";
import Link from "next/link";
import { type KeyboardEvent, useState } from "react";
import { cn } from "@/components/ui/class-names";
import type { Grid, GridCell, Level } from "@/lib/presenters/reports/availability-grid";

export const LEVELS: Record<Level, { look: string; sign: string; word: string }> = {
  up: { look: "bg-up-fill/50 text-ink", sign: "", word: "100%" },
  some: { look: "bg-warn-fill text-black", sign: "·", word: "Under 5% down" },
  much: { look: "bg-part text-bg", sign: "–", word: "Under half down" },
  down: { look: "bg-danger text-white", sign: "×", word: "Half or more down" },
  none: { look: "bg-none/60 text-muted", sign: "", word: "No data" },
};

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Returns the next cell in a direction, skipping places without one. */
function nextCell(grid: Grid, from: readonly [number, number], key: string): GridCell | null {
  const [down, right] = STEPS[key] ?? [0, 0];
  if (down === 0 && right === 0) return null;
  let [row, column] = from;
  for (;;) {
    row += down;
    column += right;
    const cells = grid.rows[row]?.cells;
    if (!cells || column < 0 || column >= cells.length) return null;
    const cell = cells[column];
    if (cell) return cell;
  }
}

/** Shows availability as a table of colored cells. Arrow keys move between them, and each says what it means. */
export function CellGrid({
  grid,
  href,
  onShow,
}: {
  grid: Grid;
  /** Returns the link to the checks of a cell. */
  href: (cell: GridCell) => string;
  onShow: (text: string | null) => void;
}) {
  const first = grid.rows.flatMap(({ cells }) => cells).find((cell) => cell !== null)?.key;
  const [current, setCurrent] = useState<string | null>(null);
  const known = grid.rows.some(({ cells }) => cells.some((cell) => cell?.key === current));
  const move = (event: KeyboardEvent<HTMLTableElement>, row: number, column: number) => {
    const next = nextCell(grid, [row, column], event.key);
    if (!next) return;
    event.preventDefault();
    setCurrent(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next.key}"]`)?.focus();
  };
  const place = (element: Element): [number, number] => {
    const cell = element.closest("td");
    return [
      (cell?.parentElement as HTMLTableRowElement | null)?.sectionRowIndex ?? 0,
      (cell?.cellIndex ?? 1) - 1,
    ];
  };
  return (
    <table
      aria-label={grid.title}
      className="w-full table-fixed border-separate border-spacing-[2px] text-[11px]"
      onKeyDown={(event) => move(event, ...place(event.target as Element))}
      onPointerLeave={() => onShow(null)}
    >
      <thead>
        <tr className="text-muted">
          <td className={grid.rows[0]?.label ? "w-[72px]" : "w-0 p-0"} />
          {grid.head.map((name, index) => (
            <th key={name} className="text-center font-normal whitespace-nowrap" aria-label={name}>
              {grid.head.length <= 7 || index % 6 === 0 ? name : ""}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.rows.map((row) => (
          <tr key={row.key}>
            <th
              className={cn("truncate p-0 text-left font-normal text-muted tabular", row.label && "pr-2")}
              scope="row"
            >
              {row.label}
            </th>
            {row.cells.map((cell, column) => (
              <td key={cell?.key ?? column} className="p-0">
                {cell && (
                  <Link
                    href={href(cell)}
                    prefetch={false}
                    aria-label={cell.text}
                    data-cell={cell.key}
                    tabIndex={cell.key === (known ? current : first) ? 0 : -1}
                    onFocus={() => [setCurrent(cell.key), onShow(cell.text)]}
                    onPointerEnter={() => onShow(cell.text)}
                    className={cn(
                      "grid h-[18px] place-items-center rounded-[3px] leading-none focus-visible:outline-offset-1",
                      LEVELS[cell.level].look,
                      cell.label && LEVELS[cell.level].sign && "font-semibold underline",
                    )}
                  >
                    {cell.label ?? LEVELS[cell.level].sign}
                  </Link>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
