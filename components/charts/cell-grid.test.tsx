// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { hourGrid } from "@/lib/presenters/reports/availability-grid";
import { CellGrid } from "./cell-grid";

afterEach(cleanup);

const hour = (at: string, downtime: number) => ({
  at: `2026-03-${at}:00:00Z`,
  availability: 100 - downtime / 36,
  downtime,
  coverage: 100,
});
const grid = hourGrid([hour("01T00", 0), hour("01T01", 3600), hour("01T03", 60), hour("02T01", 0)], "UTC");

test("renders a table whose cells show their time, availability, and downtime", () => {
  render(<CellGrid grid={grid} href={({ key }) => `?at=${key}`} onShow={() => undefined} />);
  expect(screen.getByRole("table", { name: "Availability by hour" })).toBeTruthy();
  expect(screen.getAllByRole("rowheader").map((row) => row.textContent)).toEqual([
    "Mon, Mar 2",
    "Sun, Mar 1",
  ]);
  const cell = screen.getByRole("link", { name: "Sun, Mar 1, 01:00: 0.00%, 1 h down" });
  expect(cell.textContent).toBe("×");
  expect(cell.getAttribute("href")).toBe("?at=2026-03-01T01:00:00Z");
});

test("one cell is in the tab order, and arrow keys move to the next cell, over empty places", async () => {
  const onShow = vi.fn();
  render(<CellGrid grid={grid} href={({ key }) => `?at=${key}`} onShow={onShow} />);
  const shown = () => onShow.mock.lastCall?.[0];
  await userEvent.tab();
  expect(shown()).toContain("Mon, Mar 2, 01:00");
  await userEvent.keyboard("{ArrowDown}");
  expect(shown()).toContain("Sun, Mar 1, 01:00");
  await userEvent.keyboard("{ArrowRight}");
  expect(shown()).toContain("Sun, Mar 1, 03:00");
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}{ArrowLeft}");
  expect(shown()).toContain("Sun, Mar 1, 00:00");
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});
