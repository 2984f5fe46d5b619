import { expect, it } from "vitest";
import { Recent } from "./recent";

it("evicts the least recently used entry", () => {
  const recent = new Recent<number>(2);
  recent.set("a", 1);
  recent.set("b", 2);
  recent.get("a");
  recent.set("c", 3);
  expect(["a", "b", "c"].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
});

it("counts the weight of each entry before and after it is replaced", () => {
  const recent = new Recent<string>(10, (text) => text.length);
  recent.set("a", "123456");
  recent.set("a", "1234");
  recent.set("b", "123456");
  expect([recent.get("a"), recent.get("b")]).toEqual(["1234", "123456"]);
  recent.set("c", "12345");
  expect(["a", "b", "c"].map((key) => recent.get(key))).toEqual([undefined, undefined, "12345"]);
});

it("evicts nothing when a key gets a new value", () => {
  const recent = new Recent<number>(2);
  recent.set("a", 1);
  recent.set("b", 2);
  recent.set("b", 3);
  expect([recent.get("a"), recent.get("b")]).toEqual([1, 3]);
});
