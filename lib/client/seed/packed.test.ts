import fc from "fast-check";
import { expect, test } from "vitest";
import { packed, unpacked } from "./packed";

const sent = (value: unknown) => unpacked(JSON.parse(JSON.stringify(packed(value))));

test("gives back every JSON value", () => {
  const holds = fc.property(fc.json(), (text) => {
    expect(sent(JSON.parse(text))).toEqual(JSON.parse(text));
  });
  fc.assert(holds);
});

test("leaves out fields without a value, as JSON does", () => {
  expect(sent({ a: 1, b: undefined, c: [undefined, -1, -2] })).toEqual({ a: 1, c: [null, -1, -2] });
});

test("names the fields of a list's items once, and repeated texts too", () => {
  const item = (id: number) => ({ monitor_id: id, checked_at: "2026-11-22T21:00:00Z" });
  const text = JSON.stringify(packed([item(1), item(2), item(3)]));
  for (const once of ["monitor_id", "checked_at", "2026-11-22T21"])
    expect(text.split(once), once).toHaveLength(2);
});

test("gives back lists of objects that have the same fields", () => {
  const rows = fc.array(
    fc.record({
      id: fc.nat(),
      up: fc.boolean(),
      tags: fc.array(fc.string(), { maxLength: 2 }),
      at: fc.jsonValue({ maxDepth: 1 }),
    }),
  );
  const holds = fc.property(fc.array(fc.record({ hours: rows, name: fc.constant("Shop") })), (list) => {
    expect(sent(list)).toEqual(JSON.parse(JSON.stringify(list)));
  });
  fc.assert(holds, { numRuns: 40 });
});

test("names a column of equal values once, and columns that occur again", () => {
  const hours = (up: number) => Array.from({ length: 24 }, (_, at) => ({ at: `2026-11-22T${at}:00`, up }));
  const list = Array.from({ length: 50 }, (_, id) => ({ id, interval: 31_000, hours: hours(id) }));
  const text = JSON.stringify(packed(list));
  expect(text.split("31000")).toHaveLength(2);
  expect(text.split("2026-11-22T7:00")).toHaveLength(2);
});
