import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setEnv } from "./env";
import { missingAppUrl } from "./missing-app-url";
import { forget } from "./once";

beforeEach(() => forget("missing-app-url"));
afterEach(() => setEnv({ APP_URL: "" }));

test("names APP_URL while it isn't set, and logs a warning once per address and five times at most", () => {
  setEnv({ APP_URL: "" });
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  expect(missingAppUrl("status.example.com")).toContain("set APP_URL");
  for (const number of [1, 1, 2, 3, 4, 5, 6, 7]) missingAppUrl(`${number}.example.com`);
  const lines = write.mock.calls.map(([line]) => String(line));
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/warn.*set APP_URL.*status\.example\.com/i);
});

test("stays silent when APP_URL is set", () => {
  setEnv({ APP_URL: "https://vedette.example.com" });
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  expect(missingAppUrl("status.example.com")).toBe("");
  expect(write).not.toHaveBeenCalled();
});
