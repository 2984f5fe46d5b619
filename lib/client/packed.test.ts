import fc from "fast-check";
import { expect, test } from "vitest";
import { packed, unpacked } from "./packed";

test("returns every answer as it was, with the order of its keys", () => {
  const record = fc.record({
    id: fc.nat(),
    name: fc.string(),
    tags: fc.array(fc.record({ a: fc.jsonValue() })),
  });
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(record), (any, records) => {
      for (const value of [any, records, { data: records, any }, { "=keys": any }, [{ "=keys": records }]])
        expect(JSON.stringify(unpacked(packed(value)))).toBe(JSON.stringify(value));
    }),
  );
});

test("names the keys of records once, including nested ones", () => {
  const list = Array.from({ length: 50 }, (_, id) => ({ id, request: { method: "GET", url: `/${id}` } }));
  const text = JSON.stringify(packed({ data: list }));
  expect(text.split('"request"')).toHaveLength(2);
  expect(text.split('"method"')).toHaveLength(2);
});

test("leaves lists of different things alone", () => {
  const list = [{ id: 1 }, { id: 2, name: "Shop" }, null, "text", [{ id: 1 }]];
  expect(packed(list)).toEqual(list);
});
