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
