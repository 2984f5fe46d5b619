import { expect, test } from "vitest";
import type { TimelineLine } from "./timeline";
import { type FoldedLine, foldTimeline } from "./timeline-groups";

/** Returns lines of these kinds, newest first, one per second; `pending` and `delivered` are notifications. */
const linesOf = (kinds: readonly string[]): TimelineLine[] =>
  kinds.map((of, index) => {
    const base = {
      key: `${of}-${index}`,
      at: new Date(Date.UTC(2026, 0, 1, 1) - index * 1000).toISOString(),
    };
    if (of === "pending" || of === "delivered")
      return {
        ...base,
        ...{ kind: "delivery", text: "Ops", event: "uptime.incident.propagated", status: of, reason: null },
      };
    return {
      ...base,
      kind: "decision",
      of,
      word: of,
      text: "",
      markdown: null,
      exchanges: [],
      checksHref: null,
    };
  });
const many = (kind: string, count: number) => Array.from({ length: count }, () => kind);
const groupsOf = (folded: readonly FoldedLine[]) =>
  folded.flatMap((each) => (each.kind === "notifications" ? each.groups : []));
const keys = (kinds: readonly string[]) => foldTimeline(linesOf(kinds)).map(({ key }) => key);

test("folds 50 monitors that joined into one line with their first and last time", () => {
  const folded = foldTimeline(linesOf([...many("propagated", 50), "opened"]));
  expect(folded.map(({ kind }) => kind)).toEqual(["monitors", "decision"]);
  expect(folded[0]).toMatchObject({
    of: "propagated",
    at: "2026-01-01T01:00:00.000Z",
    from: "2026-01-01T00:59:11.000Z",
  });
  expect(folded[0]).toHaveProperty("lines.length", 50);
});

test("folds notifications sent together into one entry by integration and status, undelivered ones first", () => {
  const round = ["propagated", "delivered", "pending"];
  const folded = foldTimeline(linesOf([...round, ...round, ...round, "opened"]));
  expect(folded.map(({ key }) => key)).toEqual([
    "notifications-delivered-1",
    "fold-propagated-0",
    "opened-9",
  ]);
  expect(groupsOf(folded).map(({ key, lines }) => [key, lines.length])).toEqual([
    ["fold-pending-2", 3],
    ["fold-delivered-1", 3],
  ]);
});

test("leaves one or two notifications alone", () => {
  expect(keys(["propagated", "pending", "propagated", "propagated", "opened"])).toEqual([
    "pending-1",
    "fold-propagated-0",
    "opened-4",
  ]);
  expect(keys(["delivered", "pending", "opened"])).toEqual(["delivered-0", "pending-1", "opened-2"]);
});

test("leaves two monitors alone, and folds across nothing that a person did", () => {
  for (const kinds of [
    ["propagated", "propagated", "opened"],
    ["propagated", "propagated", "acknowledged", "propagated", "propagated"],
  ])
    expect(keys(kinds)).toEqual(linesOf(kinds).map(({ key }) => key));
});

test("folds notifications of the outage with its monitors, not with the recoveries after it", () => {
  const kinds = [...many("partially_recovered", 3), ...many("pending", 3), ...many("propagated", 3)];
  expect(keys(kinds)).toEqual(["fold-partially_recovered-0", "notifications-pending-3", "fold-propagated-6"]);
});

test("keeps every line of any timeline", () => {
  const kinds = [
    ...many("partially_recovered", 4),
    ...["acknowledged", "delivered", "propagated", "pending"],
    ...many("propagated", 3),
    "opened",
  ];
  const all = foldTimeline(linesOf([...kinds, ...many("delivered", 3)])).flatMap((each) => {
    if (each.kind === "notifications") return each.groups.flatMap(({ lines }) => [...lines]);
    return "lines" in each ? [...each.lines] : [each];
  });
  expect(all.map(({ key }) => key).sort()).toEqual(
    linesOf([...kinds, ...many("delivered", 3)])
      .map(({ key }) => key)
      .sort(),
  );
  expect(foldTimeline([])).toEqual([]);
});

test("counts the entries that the server left out of a mass outage", () => {
  const left = { kind: "propagated", integration: null, status: null, count: 4899 };
  const lines = linesOf([...many("propagated", 100), "opened"]);
  const [fold] = foldTimeline(lines, [{ ...left, first_at: "2026-01-01T00:00:00Z" }]);
  expect(fold).toMatchObject({ omitted: 4899, from: "2026-01-01T00:00:00.000Z" });
});

test("counts in the notifications that the server left out", () => {
  const left = { kind: "delivery", integration: "Ops", status: "pending", count: 900 };
  const lines = linesOf([...many("pending", 5), "delivered", "opened"]);
  const folded = foldTimeline(lines, [{ ...left, first_at: "2026-01-01T00:00:00Z" }]);
  expect(groupsOf(folded).map(({ omitted }) => omitted)).toEqual([900, 0]);
});
