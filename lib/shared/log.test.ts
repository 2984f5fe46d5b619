import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { log, warnRarely } from "./log";

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

test("warns of a repeated failure once a minute, with the number of failures", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const clock = vi.spyOn(performance, "now");
  for (const at of [0, 1, 59_999, 60_000, 60_001]) {
    clock.mockReturnValue(at);
    warnRarely("a node is away", { at });
  }
  warnRarely("another message");
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  write.mockRestore();
  clock.mockRestore();
  expect(lines).toMatchObject([
    { level: "warn", message: "a node is away", at: 0 },
    { message: "a node is away", at: 60_000, left_out: 2 },
    { message: "another message" },
  ]);
});
