import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { APPS } from "@/lib/contract/apps/registry";
import { PROTOCOLS } from "@/lib/contract/protocols/registry";

/** An entry of a registry, and how people call it. */
interface Entry {
  readonly id: string;
  readonly names: readonly string[];
}

/** Where a registry's entries are tested, listed, and explained. */
interface Kind {
  /** The item of the changelog that lists them. */
  readonly item: string;
  readonly guide: string;
  readonly isTested: (id: string) => boolean;
}

const tests = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
const testsOfNotify = tests("lib/notify");
/** Heartbeats have no probe: what they report is tested where it is received. */
const testsOfProbes = [...tests("lib/probes"), ...tests("lib/engine/heartbeats")];

const APP: Kind = {
  item: "Notifications",
  guide: "docs/integrations.md",
  // Every simulated vendor takes part in lib/notify/providers.test.ts.
  isTested: (id) =>
    existsSync(`lib/testing/providers/${id.replaceAll("_", "-")}.ts`) ||
    testsOfNotify.some((text) => text.includes(`"${id}"`)),
};
const PROTOCOL: Kind = {
  item: "Checks",
  guide: "docs/first-monitor.md",
  isTested: (id) => testsOfProbes.some((text) => text.includes(`"${id}"`)),
};

const apps = Object.entries(APPS).map(([id, { title }]): Entry => ({ id, names: [title] }));
const protocols = Object.entries(PROTOCOLS).map(([id, { label }]): Entry => ({ id, names: [id, label] }));

function changelogItem(item: string): string {
  const [, text = ""] = readFileSync("CHANGELOG.md", "utf8").split(`- **${item}**`);
  return text.split("\n- ")[0] ?? "";
}

/** Returns the parts that an entry lacks. */
function lacking({ id, names }: Entry, { item, guide, isTested }: Kind): string[] {
  const isNamedIn = (text: string) =>
    names.some((name) => new RegExp(`\\b${name}s?\\b`, "i").test(text.replace(/\s+/g, " ")));
  return [
    ...(isTested(id) ? [] : ["a test"]),
    ...(isNamedIn(changelogItem(item)) ? [] : ["a mention in CHANGELOG.md"]),
    ...(isNamedIn(readFileSync(guide, "utf8")) ? [] : [`an entry in ${guide}`]),
  ];
}

test.each(apps.map((app) => [app.id, app] as const))(
  "the app %s has a test, a mention in the changelog, and a guide",
  (_, app) => {
    expect(lacking(app, APP)).toEqual([]);
  },
);

test.each(protocols.map((protocol) => [protocol.id, protocol] as const))(
  "the protocol %s has a test, a mention in the changelog, and a guide",
  (_, protocol) => {
    expect(lacking(protocol, PROTOCOL)).toEqual([]);
  },
);

test.each([
  ["app", APP],
  ["protocol", PROTOCOL],
])("reports everything that a new %s lacks", (_, kind) => {
  expect(lacking({ id: "made_up", names: ["Made Up"] }, kind)).toEqual([
    "a test",
    "a mention in CHANGELOG.md",
    `an entry in ${kind.guide}`,
  ]);
});
