import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { type Endpoint, endpointsOf } from "@/lib/contract/core/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import { openapiDocument } from "@/lib/contract/reference/openapi";
import { handlerTable } from "@/lib/http/handlers";
import { referencePage } from "@/lib/http/reference/page";
import { CLOCK_TASKS } from "@/lib/jobs/cron";
import { tasks } from "@/lib/jobs/tasks";
import { startWorker } from "@/lib/jobs/worker";
import { forget } from "@/lib/shared/once";
import { addJob } from "@/lib/store/core/jobs";
import { tx } from "@/lib/store/core/tx";
import { createTestAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useDatabase } from "@/lib/testing/database";

// CONTRIBUTING.md says what an addition touches. Each test makes up an addition, or looks for a second place that lists
// it.
useDatabase();

function filesIn(folder: string, suffix: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => file.endsWith(suffix) && !/\.test\.tsx?$|^lib\/testing\//.test(file));
}

const sources = (folder: string) =>
  filesIn(folder, ".ts").map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("every file and folder of the lists exists", () => {
  const [, table = ""] = readFileSync("CONTRIBUTING.md", "utf8").split("## What an addition touches");
  const rows = table.split("\n").filter((line) => line.startsWith("| a"));
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`([\w./<>-]*\/[\w./<>-]*)`/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(15);
  const missing = named.filter(
    (name = "") => !existsSync(name.replace("<area>", "monitors").replace(/\/x(?:\.ts)?$/, "")),
  );
  expect(missing).toEqual([]);
});

const { getMadeUp: madeUp } = endpointsOf("project", "Made up", {
  getMadeUp: {
    at: "GET /uptime/made-up",
    summary: "Get what is made up",
    response: z.object({ word: z.string() }),
  },
});

test("an API endpoint: the router, the OpenAPI document, and the reference follow from its contract and handler", async () => {
  const { prjRead } = await createTestAccounts();
  (endpoints as Endpoint[]).push(madeUp);
  (handlerTable as Record<string, unknown>)[madeUp.id] = () => ({ word: "hello" });
  forget("http.routes");
  expect((await api(prjRead).call("GET", madeUp.path)).body).toEqual({ word: "hello" });
  expect(openapiDocument("http://localhost:3000").paths[madeUp.path]).toBeDefined();
  expect(referencePage("http://localhost:3000").html).toContain(madeUp.summary);
});

test("an API resource: endpoints.ts and handlers.ts list every one, and no other file does", async () => {
  const known = new Set<unknown>(endpoints);
  for (const file of filesIn("lib/contract", ".ts")) {
    if (file === "lib/contract/endpoints.ts") continue;
    const { endpoints: table = {} } = await import(path.resolve(file));
    const unlisted = Object.keys(table).filter((id) => !known.has(table[id]));
    expect([file, unlisted]).toEqual([file, []]);
  }
  const registry = readFileSync("lib/http/handlers.ts", "utf8");
  for (const { file, text } of sources("lib/http/handlers"))
    if (/ = handlers\(/.test(text))
      expect(registry).toContain(`"./${file.replace("lib/http/", "").replace(".ts", "")}"`);
  const importers = sources("lib").filter(({ text }) => /from "[^"]*\/handlers\/[^"]*"/.test(text));
  expect(importers.map(({ file }) => file)).toEqual(["lib/http/handlers.ts"]);
});

test("an API resource: what its service exports answers an endpoint, or another file uses it", () => {
  const registry = readFileSync("lib/http/handlers.ts", "utf8");
  const services = [...registry.matchAll(/import \* as \w+ from "@\/(lib\/services\/[^"]+)"/g)];
  expect(services.length).toBeGreaterThan(40);
  const all = ["lib", "server", "cli", "bench"].flatMap(sources);
  const unused = services.flatMap(([, file]) => {
    const text = readFileSync(`${file}.ts`, "utf8");
    const names = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(
      ([, name = ""]) => name,
    );
    const isUsed = (name: string) => {
      const word = new RegExp(`\\b${name}\\b`, "g");
      const uses = (other: string) => other.match(word)?.length ?? 0;
      return (
        endpoints.some(({ id }) => id === name) ||
        uses(text) > 1 ||
        all.some((other) => other.text !== text && uses(other.text) > 0)
      );
    };
    return names.filter((name) => !isUsed(name)).map((name) => `${name} in ${file}.ts`);
  });
  expect(unused).toEqual([]);
});

test("a job: its line in tasks.ts is enough to run it", async () => {
  const ran = vi.fn();
  (tasks as Record<string, unknown>).made_up = async (payload: unknown) => ran(payload);
  const worker = await startWorker();
  await tx((trx) => addJob(trx, "made_up", { word: "hello" }));
  await vi.waitFor(() => expect(ran).toHaveBeenCalledWith({ word: "hello" }), 60_000);
  await worker.stop();
});

test("a job: whatever adds or schedules one names a task", () => {
  const added = sources("lib").flatMap(({ text }) => [
    ...text.matchAll(/addJob\(\s*trx,\s*"(\w+)"/g),
    ...text.matchAll(/add_job\('(\w+)'/g),
  ]);
  const names = [...added.map(([, name]) => name), ...CLOCK_TASKS.map(({ task }) => task)];
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name = "") => !(name in tasks))).toEqual([]);
});

test("an environment variable: the reference follows from the schema and its description", async () => {
  vi.doMock("@/lib/shared/env", async (original) => {
    const { Env, ...rest } = await original<typeof import("@/lib/shared/env")>();
    return { ...rest, Env: Env.safeExtend({ MADE_UP: z.enum(["one", "two"]).optional() }) };
  });
  vi.doMock("@/lib/shared/env-reference", async (original) => {
    const { REFERENCE, ...rest } = await original<typeof import("@/lib/shared/env-reference")>();
    return { ...rest, REFERENCE: { ...REFERENCE, Server: { ...REFERENCE.Server, MADE_UP: ["Hello."] } } };
  });
  vi.resetModules();
  const { configurationText } = await import("./support/configuration-text");
  expect(configurationText()).toContain("| `MADE_UP` | – | `one`, `two` | Hello. |");
});

test("an environment variable: only lib/shared/env.ts reads the environment", () => {
  const reads = (line: string) =>
    /process\.env\b(?!\.__NEXT|\.API_ADDRESSES|\.APP_FORMS)/.test(line) && !/^\s*\/?\*/.test(line);
  const readers = ["lib", "server", "cli", "app", "components"]
    .flatMap(sources)
    .filter(({ text }) => text.split("\n").some(reads));
  expect(readers.map(({ file }) => file)).toEqual(["lib/shared/env.ts"]);
});

test("a measurement: registry.ts lists every file of benches", () => {
  const registry = readFileSync("bench/registry.ts", "utf8");
  const files = ["bench", "storm"]
    .flatMap(sources)
    .filter(({ text }) => /^export const benches\b/m.test(text));
  const paths = files.map(({ file }) =>
    path
      .relative("bench", file)
      .replace(/^(?!\.)/, "./")
      .replace(".ts", ""),
  );
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((name) => name !== "./registry" && !registry.includes(`"${name}"`))).toEqual([]);
});
