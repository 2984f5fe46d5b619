import { expect, test } from "vitest";
import { Batcher } from "./batcher";

/** Handles each batch until `endNext` is called. */
function held() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const handle = (items: readonly number[]) => {
    batches.push([...items]);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const batcher = new Batcher(handle, 3, () => null);
  return { batches, batcher, endNext: () => ends.shift()?.() };
}

test("handles the first item at once, and those added meanwhile together", async () => {
  const { batches, batcher, endNext } = held();
  const all = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
  expect(batches).toEqual([[1]]);
  endNext();
  await all[0];
  await Promise.resolve();
  expect(batches).toEqual([[1], [2, 3, 4]]);
  endNext();
  await Promise.all(all.slice(1, 4));
  await Promise.resolve();
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  endNext();
  await all[4];
});

test("lets one item fail without the others of its batch", async () => {
  const batches: number[][] = [];
  const handle = async (items: readonly number[]) => {
    batches.push([...items]);
    if (items.includes(2)) throw new Error("2 is broken");
  };
  const batcher = new Batcher(handle, 10, () => null);
  const all = await Promise.allSettled([0, 1, 2, 3].map((item) => batcher.add(item)));
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(batches).toEqual([[0], [1, 2, 3], [1], [2], [3]]);
});

test("repeats only the items of a failed group", async () => {
  const handled: string[][] = [];
  const handle = async (items: readonly string[]) => {
    handled.push([...items]);
    if (items.includes("b2")) throw new Error("b2 is broken");
  };
  const batcher = new Batcher(handle, 10, (item) => item[0]);
  const all = await Promise.allSettled(["a0", "a1", "b1", "a2", "b2"].map((item) => batcher.add(item)));
  expect(all.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
  expect(handled).toEqual([["a0"], ["a1", "a2"], ["b1", "b2"], ["b1"], ["b2"]]);
});
