import { expect, test } from "vitest";
import { directionOf, nextSort } from "./sorting";

test("sorts by a column's first order at the first click and reverses it at the second", () => {
  expect(nextSort("name", "-response_time")).toBe("-response_time");
  expect(nextSort("-response_time", "-response_time")).toBe("response_time");
  expect(nextSort("response_time", "-response_time")).toBe("-response_time");
  expect(nextSort("name", "name")).toBe("-name");
});

test("tells screen readers the direction of the sorted column only", () => {
  expect(directionOf("-name", "name")).toBe("descending");
  expect(directionOf("name", "name")).toBe("ascending");
  expect(directionOf("name", "state")).toBe("none");
});
