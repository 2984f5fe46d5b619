import { expect, test } from "vitest";
import { cut, cutEscaped, escapeHtml } from "./clean";
import { slackText } from "./slack-blocks";

test("a cut never leaves half a character", () => {
  expect(cut("🔥🔥🔥", 4)).toBe("🔥…");
  expect(cut("🔥🔥🔥", 6)).toBe("🔥🔥🔥");
});

test.each([
  ["Slack's entities", slackText],
  ["HTML's entities", escapeHtml],
])("what is escaped is cut between escapes and within its bound: %s", (_, escaped) => {
  for (let max = 1; max < 60; max += 1) {
    const shown = cutEscaped("a<b>&".repeat(50), max, escaped);
    expect(shown.length).toBeLessThanOrEqual(max);
    expect(shown.replace(/&(amp|lt|gt);/g, "")).not.toContain("&");
  }
});
