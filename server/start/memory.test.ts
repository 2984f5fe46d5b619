import { expect, test } from "vitest";
import { MEMORY_MIN_MIB, memoryProblem } from "./memory";

const mib = (count: number) => count * 1024 * 1024;
const UNLIMITED = 2 ** 63;

test("names the machine or the control group that has too little memory, whichever has less", () => {
  const [less, enough, plenty] = [mib(MEMORY_MIN_MIB - 1), mib(MEMORY_MIN_MIB), mib(64_000)];
  for (const limit of [0, enough, UNLIMITED]) expect(memoryProblem(plenty, limit)).toBeNull();
  expect(memoryProblem(plenty, less)).toMatch(/control group.*383 MiB.*at least 384 MiB/);
  expect(memoryProblem(less, 0)).toMatch(/machine has 383 MiB/);
  expect(memoryProblem(less, UNLIMITED)).toMatch(/machine has 383 MiB/);
});
