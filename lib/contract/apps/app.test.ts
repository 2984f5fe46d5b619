import { expect, test } from "vitest";
import * as z from "zod";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import type { AppAdapter } from "@/lib/notify/notice";
import { appContract } from "./app";
import type { AppId } from "./registry";

const whole = {
  title: "Pager",
  icon: "bell",
  description: "Pages someone.",
  needs: "a pager",
  setup: "api",
  settings: z.object({ number: z.string(), code: z.string() }),
  roles: { number: { destination: "recipient" }, code: { secret: true } },
  complete: [["number"]],
  ruleSettings: { schema: z.object({ tone: z.string() }), start: { tone: { value: "beep" } } },
} as const;

// The type checker judges these: an unused `@ts-expect-error` is an error.
test("a missing or unknown part of an app is a type error", () => {
  const { needs: _needs, ...withoutNeeds } = whole;
  const { ntfy: _ntfy, ...someAdapters } = ADAPTERS;
  const apps = [
    appContract(whole),
    // @ts-expect-error The guide needs its text.
    appContract(withoutNeeds),
    // @ts-expect-error A setting has no role.
    appContract({ ...whole, roles: { number: { destination: "recipient" } } }),
    // @ts-expect-error A complete set names an unknown setting.
    appContract({ ...whole, complete: [["numbre"]] }),
    // @ts-expect-error A rule setting has no start.
    appContract({ ...whole, ruleSettings: { schema: whole.ruleSettings.schema, start: {} } }),
  ];
  // @ts-expect-error An app has no adapter.
  const adapters: Record<AppId, AppAdapter> = someAdapters;
  expect([apps.length, Object.keys(adapters).length]).toEqual([5, Object.keys(ADAPTERS).length - 1]);
});
