import { expect, test } from "vitest";
import { runSteps } from "./steps";

test("a failing step stops no other, and is named at the end", async () => {
  const ran: string[] = [];
  const step = (name: string) => () => Promise.resolve(ran.push(name));
  const broken = () => Promise.reject(new Error("no room"));
  const all = { first: step("first"), broken, last: step("last"), also: broken };
  await expect(runSteps("hour", all, 60)).rejects.toThrow("Failed steps of the hour: broken, also.");
  expect(ran).toEqual(["first", "last"]);
});
