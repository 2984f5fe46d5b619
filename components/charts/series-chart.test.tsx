// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { ChartRow } from "@/lib/presenters/checks/series-chart";
import { SeriesChart } from "./series-chart";
import type { Plot } from "./series-plot";
import { SeriesTable } from "./series-table";

afterEach(cleanup);

const START = Date.parse("2026-01-31T10:00:00Z");
const STEP_MS = 600_000;
const checksHref = ({ at }: ChartRow) => `?at=${at}`;
const rows = Array.from(
  { length: 24 },
  (_, index): ChartRow => ({
    at: START + index * STEP_MS,
    down: index === 5 ? 2 : 0,
    inconclusive: 0,
    values: { fra: index === 20 ? 9000 : 100 + index },
  }),
);
const plot = (change: Partial<Plot> = {}): Plot => ({
  range: { from: START, to: START + 24 * STEP_MS },
  stepMs: STEP_MS,
  rows,
  before: [],
  keys: [{ key: "fra", label: "Frankfurt", color: "#4f7df0" }],
  stacked: false,
  marks: [
    {
      kind: "deployment",
      key: "deployment 1",
      title: "Shop v2",
      href: null,
      from: START + 3 * STEP_MS,
      to: START + 3 * STEP_MS,
    },
  ],
  ...change,
});

test("arrow keys move through time and read the values, failures, and marks aloud", async () => {
  render(<SeriesChart plot={plot()} checksHref={checksHref} onZoom={() => undefined} />);
  const chart = screen.getByRole("slider");
  await userEvent.tab();
  await userEvent.keyboard("{Home}{ArrowRight}{ArrowRight}{ArrowRight}");
  expect(chart.getAttribute("aria-valuetext")).toMatch(/Frankfurt 103 ms, Shop v2$/);
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(chart.getAttribute("aria-valuetext")).toContain("2 failed checks");
  expect(screen.getByText("2 failed checks")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(chart.getAttribute("aria-valuetext")).toBe("No time selected");
});

test("a click pins the values under the pointer, and a second one releases them", () => {
  render(<SeriesChart plot={plot()} checksHref={checksHref} onZoom={() => undefined} />);
  const chart = screen.getByRole("slider");
  const click = (clientX: number) => {
    fireEvent.pointerDown(chart, { button: 0, clientX });
    fireEvent.pointerUp(chart, { clientX });
  };
  click(60);
  fireEvent.pointerMove(chart, { clientX: 400 });
  expect(chart.getAttribute("aria-valuetext")).toContain("Frankfurt 100 ms");
  expect(screen.getByRole("link", { name: "View checks" }).getAttribute("href")).toBe(`?at=${START}`);
  click(60);
  fireEvent.pointerMove(chart, { clientX: 400 });
  expect(chart.getAttribute("aria-valuetext")).not.toContain("Frankfurt 100 ms");
});

test("dragging zooms into the part, in either direction, and a double click zooms out", () => {
  const onZoom = vi.fn();
  render(<SeriesChart plot={plot()} checksHref={checksHref} onZoom={onZoom} />);
  const chart = screen.getByRole("slider");
  fireEvent.pointerDown(chart, { button: 0, clientX: 344 });
  fireEvent.pointerMove(chart, { clientX: 56 });
  fireEvent.pointerUp(chart, { clientX: 56 });
  expect(onZoom).toHaveBeenCalledWith({ from: START, to: START + 12 * STEP_MS });
  fireEvent.doubleClick(chart);
  expect(onZoom).toHaveBeenLastCalledWith(null);
});

test("a spike is cut off and marked, and a comparison adds a dashed line", () => {
  const { container, rerender } = render(
    <SeriesChart plot={plot()} checksHref={checksHref} onZoom={() => undefined} />,
  );
  expect(container.querySelectorAll("[data-spike]")).toHaveLength(1);
  expect([...container.querySelectorAll("text")].map((text) => text.textContent)).toContain("150 ms");
  rerender(<SeriesChart plot={plot({ before: rows })} checksHref={checksHref} onZoom={() => undefined} />);
  expect(container.querySelector("path[stroke-dasharray='2 4']")?.getAttribute("d")).toContain("L");
});

test("phases are stacked, and their sum is read", async () => {
  const keys = ["dns", "first_byte"].map((key) => ({ key, label: key, color: "#888" }));
  const stacked = rows.map((row) => ({ ...row, values: { dns: 10, first_byte: 90 } }));
  const { container } = render(
    <SeriesChart
      plot={plot({ rows: stacked, keys, stacked: true })}
      checksHref={checksHref}
      onZoom={() => undefined}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard("{Home}");
  expect(screen.getByText("100 ms", { selector: "p" })).toBeTruthy();
  expect(container.querySelectorAll("path[fill='#888']")).toHaveLength(2);
});

test("without a successful check there is a picture of the failures, and no scale", () => {
  const failed = rows.map((row) => ({ ...row, down: 1, values: { fra: null } }));
  const { container } = render(
    <SeriesChart plot={plot({ rows: failed })} checksHref={checksHref} onZoom={() => undefined} />,
  );
  expect(container.querySelectorAll("rect[fill='var(--down-fill)']")).toHaveLength(24);
  expect(container.textContent).not.toContain("ms");
});

test("the table lists every step with its values and failed checks, newest first", () => {
  render(<SeriesTable plot={plot()} />);
  const [head, ...steps] = screen.getAllByRole("row").map((row) => row.textContent ?? "");
  expect(head).toBe("TimeFrankfurtFailed checks");
  expect(steps).toHaveLength(24);
  expect(steps[0]).toMatch(/123 ms0$/);
  expect(steps[18]).toMatch(/105 ms2$/);
});
