import { expect, it } from "vitest";
import type { MonitorConfig } from "@/lib/contract/checks/check";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { startRawServer } from "@/lib/testing/targets/raw-server";

// A runner of a server with a newer version, which supports more.
const WELL = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

it("ignores fields that a newer server adds", async () => {
  const server = await startRawServer((socket) => socket.once("data", () => socket.end(WELL)));
  const newer = {
    ...monitorConfig({ url: `http://127.0.0.1:${server.port}/`, http3: true }),
    canary: { percent: 5 },
  } as MonitorConfig;
  expect(await check(newer)).toMatchObject({ outcome: "up", error: null });
  await server.stop();
});

it.each([
  ["a protocol", { protocol: "gopher" as "http" }, "the protocol gopher"],
  [
    "an assertion",
    { success_assertions: [{ type: "json_path", operator: "equals", selector: "$.ok", value: "1" }] },
    "the assertion json_path equals",
  ],
  [
    "an operator",
    { success_assertions: [{ type: "response_body", operator: "matches", value: "o+k" }] },
    "the assertion response_body matches",
  ],
])(
  "reports %s that only a newer server supports as inconclusive, and says what to do",
  async (_, change, part) => {
    const result = await check(monitorConfig({ url: "http://127.0.0.1:1/" }, change));
    expect(result.outcome).toBe("inconclusive");
    expect(result.error).toEqual({
      code: "unsupported",
      message: `this runner has version ${PROGRAM_VERSION}, which doesn't support ${part}; update the runner to the server's version`,
    });
  },
);

it("reports a request of another shape as inconclusive and keeps running", async () => {
  const result = await check(monitorConfig({ url: "http://127.0.0.1:1/", headers: [{}] }));
  expect(result).toMatchObject({ outcome: "inconclusive", error: { code: "unsupported" } });
});
