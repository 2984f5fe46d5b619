import pg from "pg";
import { vi } from "vitest";

/** Returns the SQL statements sent while `work` runs, without those that set up a new connection or copy rows. */
export async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const sent: unknown[] = spy.mock.calls.map(([given]) => given);
  spy.mockRestore();
  return sent
    .map((given) => (typeof given === "string" ? given : (given as { text?: string }).text))
    .filter((text): text is string => text !== undefined && !text.startsWith("set session "));
}
