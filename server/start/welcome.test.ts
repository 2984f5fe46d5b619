import { afterEach, expect, test, vi } from "vitest";
import { printReady } from "./welcome";

afterEach(() => vi.restoreAllMocks());

test("prints the owner link last, alone, after a blank line", () => {
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((chunk) => printed.push(String(chunk)) > 0);
  printReady({ port: 3000, ownerLink: "http://localhost:3000/setup/abc", tookMs: 1200 });
  expect(printed.join("").split("\n").slice(-4)).toEqual(["", "  http://localhost:3000/setup/abc", "", ""]);
});
