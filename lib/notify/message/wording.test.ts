import { expect, test } from "vitest";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { slackText } from "./slack-blocks";
import { cut, cutEscaped } from "./wording";

test("never cuts a character in half", () => {
  expect(cut("🔥🔥🔥", 4)).toBe("🔥…");
  expect(cut("🔥🔥🔥", 6)).toBe("🔥🔥🔥");
});

test.each([
  ["Slack's entities", slackText],
  ["HTML's entities", escapeHtml],
])("cuts escaped text between escapes and within the limit: %s", (_, escaped) => {
  for (let max = 1; max < 60; max += 1) {
    const shown = cutEscaped("a<b>&".repeat(50), max, escaped);
    expect(shown.length).toBeLessThanOrEqual(max);
    expect(shown.replace(/&(amp|lt|gt);/g, "")).not.toContain("&");
  }
});
