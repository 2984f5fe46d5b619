import { expect, it } from "vitest";
import { UnderWay } from "./under-way";

function all(underWay: UnderWay<string>): [string, number][] {
  const seen: [string, number][] = [];
  underWay.oldest((item, sinceMs) => {
    seen.push([item, sinceMs]);
    return true;
  });
  return seen;
}

it("visits the oldest first, whatever ended in between, and stops on request", () => {
  const underWay = new UnderWay<string>();
  for (const [at, item] of ["a", "b", "c", "d"].entries()) underWay.begin(item, at);
  expect(underWay.end("b")).toBe(1);
  expect(underWay.end("b")).toBeUndefined();
  underWay.begin("a", 5);
  expect(all(underWay)).toEqual([
    ["c", 2],
    ["d", 3],
    ["a", 5],
  ]);
  const seen: string[] = [];
  underWay.oldest((item) => {
    seen.push(item);
    return seen.length < 2;
  });
  expect(seen).toEqual(["c", "d"]);
});

it("grows beyond its initial size", () => {
  const underWay = new UnderWay<string>();
  for (let at = 0; at < 1000; at += 1) underWay.begin(String(at), at);
  for (let at = 999; at > 0; at -= 1) expect(underWay.end(String(at))).toBe(at);
  expect(all(underWay)).toEqual([["0", 0]]);
});
