import { expect, test } from "vitest";
import type { HttpStep } from "../notice";
import { discord } from "./discord";
import { slack } from "./slack";

const NOW = new Date("2026-01-31T12:00:00Z");
const hook: HttpStep = {
  kind: "http",
  id: "hook",
  method: "POST",
  url: "https://chat.example",
  headers: {},
  body: "{}",
};

test.each([
  ["Slack and Mattermost", 200, "ok", "delivered"],
  ["Rocket.Chat", 200, '{"success":true}', "delivered"],
  ["Zulip", 200, '{"result":"success","msg":""}', "delivered"],
  ["a relay that says nothing", 204, "", "delivered"],
  ["a web page", 200, "<html>", "rejected"],
  ["JSON that refuses", 200, '{"success":false}', "rejected"],
  ["another text", 200, "no_service", "rejected"],
])("a Slack webhook of %s", (_, status, body, outcome) => {
  expect(slack.judge({ status, headers: {}, body }, NOW, hook).outcome).toBe(outcome);
});

test.each([
  [200, '{"id":"1"}', "delivered"],
  [204, "", "delivered"],
  [200, "<html>", "rejected"],
])("a Discord webhook that answers %i with %j", (status, body, outcome) => {
  expect(discord.judge({ status, headers: {}, body }, NOW, { ...hook, id: "post" }).outcome).toBe(outcome);
});

test("a redirect says where it leads, without the path, which may be a secret", () => {
  const moved = { status: 301, headers: { location: "https://new.example/hooks/secret" }, body: "" };
  expect(discord.judge(moved, NOW, hook).error).toBe(
    "returned 301: redirects aren't followed (it leads to https://new.example)",
  );
});
