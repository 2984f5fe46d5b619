import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { log } from "./log";

/** Returns the error in the line that is logged about it. */
function logged(error: unknown): Record<string, unknown> {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  log.error("it failed", { error });
  const [line] = write.mock.calls.at(-1) ?? [];
  write.mockRestore();
  return JSON.parse(String(line)).error;
}

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("logs an error of the system in one line, and the place of a mistake in this program", () => {
  const { message, stack } = logged(thrown(() => readFileSync("/nowhere/at/all")));
  expect([message, stack]).toEqual([expect.stringContaining("ENOENT"), undefined]);
  expect(logged(thrown(() => JSON.parse("{"))).stack).toContain("log.test.ts");
});
