import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import { endpoints } from "@/lib/contract/endpoints";

/** The folders of components and presenters that hold the forms of each tag of the API reference. */
const FORMS: Record<string, readonly string[]> = {
  Projects: ["accounts"],
  Integrations: ["alerting"],
  "Alert rules": ["alerting"],
  "Test incidents": ["alerting"],
  Monitors: ["monitors"],
  Incidents: ["incidents"],
  "Incident updates": ["incidents"],
  "Incident comments": ["incidents"],
  "Incident templates": ["incidents"],
  "Maintenance windows": ["maintenance"],
  "Status pages": ["status-pages"],
  Accounts: ["accounts", "shell"],
  Members: ["accounts"],
  Runners: ["runners"],
  Keys: ["accounts"],
  "Import and export": ["config-file"],
};

/** Objects whose fields a form derives from the contract, by tag. */
const DERIVED: Record<string, readonly string[]> = {
  Monitors: ["request"],
  Integrations: ["settings"],
  "Alert rules": ["integration_settings"],
};

/** Fields that no form names, each with the reason. */
const NOT_IN_A_FORM: Record<string, string> = {
  "Accounts.endpoint": "the browser supplies it when it subscribes to notifications",
  "Accounts.auth": "the browser supplies it when it subscribes to notifications",
  "Accounts.p256dh": "the browser supplies it when it subscribes to notifications",
  "Accounts.project_id": "the project switcher sends it from lib/client",
  "Keys.project_id": "a project key belongs to the current project",
};

const skipped = new Set(["postRunnerResults", "postRunnerProbe"]);

/** Returns the names of the fields of a body, with those of nested objects and list items. */
function fieldsOf(schema: z.ZodType, derived: readonly string[]): Set<string> {
  const names = new Set<string>();
  const walk = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === "properties") for (const name of Object.keys(part)) names.add(name);
      if (key !== "examples" && key !== "example" && !derived.includes(key)) walk(part);
    }
  };
  walk(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return names;
}

function sourceOf(folders: readonly string[]): string {
  return folders
    .flatMap((folder) => [`components/${folder}`, `lib/presenters/${folder}`])
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => {
      const files = readdirSync(folder, { withFileTypes: true, recursive: true });
      return files
        .filter((file) => file.isFile() && !file.name.includes(".test."))
        .map((file) => readFileSync(path.join(file.parentPath, file.name), "utf8"));
    })
    .join("\n");
}

/** Returns the fields of a body that the dashboard's source never names. */
function missing({ tag, body }: Endpoint): string[] {
  const words = new Set(sourceOf(FORMS[tag] ?? []).split(/\W+/));
  const names = [...fieldsOf(body as z.ZodType, DERIVED[tag] ?? [])];
  return names.filter((name) => !words.has(name)).map((name) => `${tag}.${name}`);
}

const writes = (endpoints as readonly Endpoint[]).filter(({ id, body }) => body && !skipped.has(id));

test("knows where the forms of each resource are", () => {
  expect([...new Set(writes.map(({ tag }) => tag))].filter((tag) => !FORMS[tag])).toEqual([]);
});

test("offers every field of the API in a form, except those listed here", () => {
  const unexplained = writes.flatMap(missing).filter((field) => !(field in NOT_IN_A_FORM));
  expect([...new Set(unexplained)]).toEqual([]);
});
