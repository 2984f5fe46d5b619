import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { EVENT_KEYS } from "@/lib/contract/core/events";
import { endpoints } from "@/lib/contract/endpoints";
import { openapiDocument } from "./openapi";

const document = openapiDocument("http://localhost:3000");

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe("3.1");
});

test("the full document is valid too and marks every session-only operation", async () => {
  const whole = openapiDocument("http://localhost:3000", "all");
  const result = await new Validator().validate(structuredClone(whole));
  expect(result.errors ?? []).toEqual([]);
  const operations = Object.values(whole.paths).flatMap((methods) => Object.values(methods));
  const marked = operations.filter((operation) => operation["x-session-only"] === true);
  const sessions = endpoints.filter(({ scope }) => scope === "session").map(({ id }) => id);
  expect(marked.map(({ operationId }) => operationId).sort()).toEqual(sessions.sort());
  expect(JSON.stringify(document)).not.toContain('"x-session-only":');
});

test("a second linter reports no errors or warnings", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-openapi-"));
  const file = path.join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const cli = path.resolve("node_modules/@redocly/cli/bin/cli.js");
  const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, "lint", file, "--config=redocly.yaml", "--format=json"],
    { env: { ...process.env, ...quiet } },
  ).catch((error: { stdout: string }) => error);
  await rm(folder, { recursive: true, force: true });
  const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

test("every event is listed under webhooks", () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_KEYS]);
});

test("the schemas contain the contract's limits", () => {
  const schemas = JSON.stringify(document.components.schemas);
  for (const limit of [
    '"maxLength":45',
    '"maxLength":250',
    '"maxItems":6',
    '"maxLength":10000',
    '"maximum":10',
  ]) {
    expect(schemas.includes(limit), limit).toBe(true);
  }
});

interface Described {
  title?: string;
  description?: string;
  $ref?: string;
  anyOf?: Described[];
}

function saysSomething({ title, description, $ref, anyOf }: Described): boolean {
  return Boolean(title || description || $ref) || (anyOf ?? []).some(saysSomething);
}

test("every request field has a description", () => {
  const silent: string[] = [];
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!/^(Create|Update|Edit)[A-Z]/.test(name)) continue;
    const { properties = {} } = schema as { properties?: Record<string, Described> };
    for (const [field, described] of Object.entries(properties))
      if (!saysSomething(described)) silent.push(`${name}.${field}`);
  }
  expect(silent).toEqual([]);
});
