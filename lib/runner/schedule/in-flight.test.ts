import { expect, it } from "vitest";
import { InFlight } from "./in-flight";

function all(inFlight: InFlight<string>): [string, number][] {
  const seen: [string, number][] = [];
  inFlight.oldest((item, sinceMs) => {
    seen.push([item, sinceMs]);
    return true;
  });
  return seen;
}

it("visits the oldest first, whatever ended in between, and stops on request", () => {
  const inFlight = new InFlight<string>();
  for (const [at, item] of ["a", "b", "c", "d"].entries()) inFlight.begin(item, at);
  expect(inFlight.end("b")).toBe(1);
  expect(inFlight.end("b")).toBeUndefined();
  inFlight.begin("a", 5);
  expect(all(inFlight)).toEqual([
    ["c", 2],
    ["d", 3],
    ["a", 5],
  ]);
  const seen: string[] = [];
  inFlight.oldest((item) => {
    seen.push(item);
    return seen.length < 2;
  });
  expect(seen).toEqual(["c", "d"]);
});

it("holds more checks than its initial size", () => {
  const inFlight = new InFlight<string>();
  for (let at = 0; at < 1000; at += 1) inFlight.begin(String(at), at);
  for (let at = 999; at > 0; at -= 1) expect(inFlight.end(String(at))).toBe(at);
  expect(all(inFlight)).toEqual([["0", 0]]);
});
