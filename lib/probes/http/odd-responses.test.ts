import { expect, it } from "vitest";
import { checkedOdd } from "@/lib/testing/odd-responses/checked";
import { ODD_RESPONSES } from "@/lib/testing/odd-responses/registry";
import { startOddServer } from "@/lib/testing/odd-responses/server";

const all = Object.entries(ODD_RESPONSES).flatMap(([group, odds]) => odds.map((odd) => ({ group, odd })));

it.each(all)("reads what curl or a browser reads: $group: $odd.name → $odd.ours", async ({ odd }) => {
  const server = await startOddServer(odd);
  try {
    expect(await checkedOdd(odd, `http://127.0.0.1:${server.port}`)).toBe(odd.ours);
  } finally {
    await server.stop();
  }
});
