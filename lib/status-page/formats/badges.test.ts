import { describe, expect, test } from "vitest";
import { DEFAULT_THEME } from "@/lib/contract/status-pages/theme";
import { buildModel } from "@/lib/status-page/model/build-model";
import { outage, pageFixtureWith, pageInput } from "@/lib/testing/pages/page-fixture";
import { badgeFacts } from "./badge-facts";
import { BadgeOptionError, readBadgeOptions } from "./badge-options";
import { badgeSvg } from "./badges";
import { embedJson } from "./embed";
import { shieldJson } from "./shields";
import { readJson, status } from "./statuspage-v2";

const calm = pageFixtureWith({});
const down = pageFixtureWith({ incidents: [outage({ hoursAgo: 1 })] });

function facts(model: typeof calm, query: string, aged = false) {
  return badgeFacts(model, readBadgeOptions(new URLSearchParams(query), "flat"), aged);
}

function drawn(query: string, model = calm): string {
  const options = readBadgeOptions(new URLSearchParams(query), "flat");
  const said = badgeFacts(model, options, false);
  return said ? badgeSvg(said, options, DEFAULT_THEME) : "";
}

describe("a badge", () => {
  test.each([
    ["", { name: "Acme", message: "operational", state: "operational" }],
    ["component=1", { name: "Website", message: "operational", state: "operational" }],
    ["metric=response-time&component=1", { name: "Website", message: "82 ms", state: "operational" }],
    ["metric=uptime", { name: "Acme: Availability over 90 days", message: "100%", state: "operational" }],
  ])("describes the badge that %j requests", (query, said) => {
    expect(facts(calm, query)).toMatchObject({
      ...said,
      name: expect.stringMatching(new RegExp(said.name, "i")),
    });
  });

  test("shows an outage, of the page and of the component", () => {
    for (const query of ["", "component=1"])
      expect(facts(down, query)).toMatchObject({ message: "major outage", state: "major_outage" });
  });

  test("never calls a page operational that hasn't been rendered for minutes, and keeps showing an outage", () => {
    expect(facts(calm, "", true)).toMatchObject({ message: "no current data", state: "empty" });
    expect(facts(down, "", true)).toMatchObject({ message: "major outage" });
  });

  test("claims no more of a page than is known of its components", () => {
    const input = pageInput({ monitors: 2, past: 0, open: false, grouped: false });
    const monitors = input.monitors.map((row) => (row.id === 1 ? { ...row, paused: true } : row));
    const model = buildModel({ ...input, monitors });
    expect(facts(model, "")).toMatchObject({ message: "no known problems", state: "operational" });
    expect(facts(model, "component=2")).toMatchObject({ message: "operational" });
    expect(status(model)).toEqual({ indicator: "none", description: "No Known Problems" });
    const components = JSON.parse(readJson(model, "api/v2/components.json") ?? "").components;
    const unknown = { status: "degraded_performance", description: "Status Unknown" };
    expect(components).toMatchObject([unknown, { status: "operational", description: null }]);
  });

  test("is unknown everywhere once nothing has been checked for a while", () => {
    const model = { ...calm, stale: true };
    expect(facts(model, "")).toMatchObject({ message: "no current data", state: "empty" });
    expect(JSON.parse(embedJson(model, false)).state).toBe("empty");
    expect(status(model)).toEqual({ indicator: "minor", description: "Status Unknown" });
    expect(status({ ...down, stale: true }).indicator).toBe("critical");
  });

  test("doesn't exist for a component that the page doesn't show", () => {
    expect(facts(calm, "component=99")).toBeNull();
  });

  test.each([
    ["style=shiny", 'style must be one of flat, flat-square, live, pulse; got "shiny"'],
    ["size=12", 'size must be one of small, medium, large; got "12"'],
    ["metric=", 'metric must be one of status, uptime, response-time; got ""'],
    ["component=1e9", 'component must be the ID of a monitor; got "1e9"'],
    ["metric=response-time", "metric=response-time needs a component"],
    ["text-dark=red", 'text-dark must be three or six hexadecimal digits; got "red"'],
    [`label=${"x".repeat(61)}`, "label must have at most 60 characters"],
    [
      `style=${"y".repeat(9_000)}`,
      `style must be one of flat, flat-square, live, pulse; got "${"y".repeat(60)}"`,
    ],
  ])("refuses %.30s and names the option", (query, message) => {
    expect(() => readBadgeOptions(new URLSearchParams(query), "flat")).toThrow(new BadgeOptionError(message));
  });

  test("escapes its label in every style", () => {
    for (const style of ["flat", "flat-square", "live", "pulse"]) {
      const svg = drawn(`style=${style}&label=${encodeURIComponent(`"><script>&'`)}`);
      expect(svg).toContain('aria-label="&quot;&gt;&lt;script&gt;&amp;\': operational"');
      expect(svg).not.toContain("<script");
    }
  });

  test("has its own size, colors, and no label if that is empty", () => {
    expect(drawn("size=large")).toMatch(/height="30" viewBox="0 0 \d+ 20"/);
    const colored = drawn("style=live&text-light=%23AA0000&background-dark=00bb00");
    expect(colored).toContain("text{fill:#aa0000}");
    expect(drawn("style=live&text-light=a0F")).toContain("text{fill:#aa00ff}");
    expect(colored).toContain("rect{fill:#00bb00}");
    expect(drawn("label=")).toContain('aria-label="operational"');
  });

  test("stops moving for people who prefer that", () => {
    expect(drawn("style=pulse")).toContain("@media(prefers-reduced-motion:reduce){circle{display:none}}");
    expect(drawn("style=live")).not.toContain("animation");
  });
});

test("the Shields schema has the state's color", () => {
  const said = facts(down, "");
  expect(said && JSON.parse(shieldJson(said, null))).toEqual({
    schemaVersion: 1,
    label: "Acme",
    message: "major outage",
    color: "red",
    cacheSeconds: 300,
  });
});
