import { expect, test } from "vitest";
import { outagesOf } from "./outages";

const part = (id: number, from: number, to: number | null, continues: number | null = null) => ({
  ...{ id, from, to },
  continues,
});

test("incidents that continue each other are one outage, from the first start to the last end", () => {
  const parts = [part(1, 0, 10), part(2, 10, 30, 1), part(3, 30, 60, 2), part(4, 100, 105)];
  expect(outagesOf(parts)).toEqual({ count: 2, repairs: [60, 5] });
});

test("an outage hasn't ended while the incident that continues it is open", () => {
  expect(outagesOf([part(1, 0, 10), part(2, 10, null, 1)])).toEqual({ count: 1, repairs: [] });
});

test("an incident whose earlier one is outside the range counts by itself", () => {
  expect(outagesOf([part(2, 10, 30, 1)])).toEqual({ count: 1, repairs: [20] });
});
