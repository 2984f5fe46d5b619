import { expect, test } from "vitest";
import { monthWeeks, monthWords, readMonth, shiftedMonth, shownSpan } from "./calendar";

const ZONE = "Europe/Berlin";
const NOW = new Date("2026-03-10T23:30:00Z");
const window = (id: number, starts_at: string, ends_at: string) => ({
  id,
  title: `Upgrade ${id}`,
  state: "scheduled" as const,
  starts_at,
  ends_at,
});

test("shows whole weeks from Monday, even across a clock change", () => {
  const weeks = monthWeeks("2026-03", [], ZONE, NOW);
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(weeks[0]?.[0]).toMatchObject({ date: "2026-02-23", inMonth: false });
  expect(weeks[5]?.[6]).toMatchObject({ date: "2026-04-05", inMonth: false });
  expect(shownSpan("2026-03", ZONE)).toEqual({
    from: "2026-02-22T23:00:00.000Z",
    to: "2026-04-05T22:00:00.000Z",
  });
});

test("puts a window on each day on which it runs, in the viewer's time zone", () => {
  const windows = [
    window(1, "2026-03-10T21:30:00Z", "2026-03-11T23:00:00Z"),
    window(2, "2026-03-11T08:00:00Z", "2026-03-11T09:00:00Z"),
  ];
  const days = monthWeeks("2026-03", windows, ZONE, NOW).flat();
  const on = (date: string) =>
    days.find((day) => day.date === date)?.windows.map(({ id, starts }) => [id, starts]);
  expect(on("2026-03-10")).toEqual([[1, "22:30"]]);
  expect(on("2026-03-11")).toEqual([
    [1, ""],
    [2, "09:00"],
  ]);
  expect(on("2026-03-12")).toEqual([]);
});

test("marks today in the viewer's time zone and starts with its month", () => {
  const today = monthWeeks("2026-03", [], ZONE, NOW)
    .flat()
    .find((day) => day.isToday);
  expect(today?.date).toBe("2026-03-11");
  expect(readMonth(null, NOW, ZONE)).toBe("2026-03");
  expect(readMonth("2026-13", NOW, ZONE)).toBe("2026-03");
  expect(readMonth("2027-01", NOW, ZONE)).toBe("2027-01");
  expect([shiftedMonth("2026-12", 1), shiftedMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  expect(monthWords("2026-11")).toBe("November 2026");
});
