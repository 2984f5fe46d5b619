import { expect, test } from "vitest";
import type { MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { slackText } from "./slack-blocks";
import { cut, cutEscaped, monitorNames } from "./wording";

const aMonitor: MonitorFacts = {
  id: 1,
  name: "",
  status: "online",
  protocol: "http",
  request: {},
  regions: [],
  interval: 60,
  incident_confirmations: 1,
  recovery_confirmations: 1,
  tags: [],
  muted: false,
};

test("names monitors that still fail before recovered ones, each by name, and counts the rest", () => {
  const named = (name: string, status: string) => ({ ...aMonitor, name, status });
  const recovered = ["Shop", "Blog"].map((name) => named(name, "online"));
  const failing = ["Search", "API", "Docs", "Mail"].map((name) => named(name, "offline"));
  const slow = named("Assets", "partial");
  expect(monitorNames([...recovered, ...failing, slow])).toBe("API, Docs, Mail, Search, Assets and 2 more");
});

test("names monitors in the order of the numbers in their names", () => {
  const shops = ["Shop 10", "Shop 2", "shop 1"].map((name) => ({ ...aMonitor, name }));
  expect(monitorNames(shops)).toBe("shop 1, Shop 2, Shop 10");
});

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
