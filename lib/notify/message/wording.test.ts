import { expect, test } from "vitest";
import type { MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { discord } from "../apps/discord";
import { microsoftTeams } from "../apps/microsoft-teams";
import { slack } from "../apps/slack";
import type { Notice } from "../notice";
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

// A name with an underscore at its start is usual, such as /_health.
const URL_WITH_MARKS = "https://x.example/_health/a_b?c=1&d=~2";
const line = `- See ${URL_WITH_MARKS} - or *ask* _us_`;

test.each([
  ["Discord", discord, "- See", URL_WITH_MARKS, ` - or \\*ask\\* \\_us\\_`],
  ["Teams", microsoftTeams, "\u200b- See", URL_WITH_MARKS, " - or \\*ask\\* \\_us\\_"],
  [
    "Slack",
    slack,
    "- See",
    `<${slackText(URL_WITH_MARKS)}>`,
    " - or \u200b*\u200bask\u200b*\u200b \u200b_\u200bus\u200b_\u200b",
  ],
])("%s leads to an address as it was written, and shows other marks literally", (_, app, ...parts) => {
  const settings = { webhook_url: "https://hooks.slack.com/services/a", type: "webhook" };
  const message = {
    ...{ level: "down" as const, title: "Down", lines: [line], facts: [], topic: null, footer: "Vedette" },
    link: { label: "Open", url: "https://vedette.example/" },
  };
  const built = app.build({ message, settings } as unknown as Notice);
  const texts: string[] = [];
  JSON.parse("refusal" in built ? "{}" : String((built[0] as { body: string }).body), (_key, value) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  expect(texts.find((text) => text.includes("See"))).toBe(`${parts[0]} ${parts[1]}${parts[2]}`);
});
