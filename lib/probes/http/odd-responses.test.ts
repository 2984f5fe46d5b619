import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkedOdd } from "@/lib/testing/odd-responses/checked";
import { docRow, ODD_RESPONSES } from "@/lib/testing/odd-responses/registry";
import { startOddServer } from "@/lib/testing/odd-responses/server";

const all = Object.entries(ODD_RESPONSES).flatMap(([group, odds]) => odds.map((odd) => ({ group, odd })));

it.each(all)("reads what curl or a browser reads: $group: $odd.name → $odd.ours", async ({ odd }) => {
  const server = await startOddServer(odd);
  try {
    expect(await checkedOdd(odd, server.origin)).toBe(odd.ours);
  } finally {
    await server.stop();
  }
});

it("documents each of them with what other clients do, and is down for none that curl or a browser reads", () => {
  const lines = readFileSync("docs/odd-responses.md", "utf8").split("\n");
  for (const { odd } of all) {
    const found = lines.find((line) => line.startsWith(`| ${odd.name} |`));
    const others = found?.split(" | ").slice(1, 4) ?? [];
    expect(found).toBe(docRow(odd, others));
    const isJudged = ["up", "warning", "assertion_failed"].includes(odd.ours);
    if (!isJudged && odd.why === undefined) expect([odd.name, ...others]).not.toContain("reads");
  }
});
