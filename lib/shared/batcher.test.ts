import { expect, test } from "vitest";
import { Batcher } from "./batcher";

/** Handles each batch until `endNext` is called. */
function held() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const batcher = new Batcher<number>((items) => {
    batches.push([...items]);
    return new Promise((resolve) => ends.push(resolve));
  }, 3);
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
  const batcher = new Batcher<number>(async (items) => {
    batches.push([...items]);
    if (items.includes(2)) throw new Error("2 is broken");
  }, 10);
  const all = await Promise.allSettled([0, 1, 2, 3].map((item) => batcher.add(item)));
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(batches).toEqual([[0], [1, 2, 3], [1], [2], [3]]);
});
