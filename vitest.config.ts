import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Files of one worker share their modules, because importing them anew for each file takes longer than the tests. Isolated are tests
// that replace modules, and tests of the front door and the job worker, which keep state for the life of a process.
const REPLACES_MODULES = /\bvi\.(mock|doMock|resetModules)\(/;
const KEEPS_STATE =
  /^(server\/|storm\/|lib\/jobs\/|lib\/engine\/prepared-ingest|lib\/store\/core\/prepared-read)/;
const NEEDS_DOM = /^components\/.*\.tsx$/;

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const tests = ["lib", "server", "scripts", "cli", "app", "components", "bench", "storm"]
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file));
const isolated = tests.filter(
  (file) => KEEPS_STATE.test(file) || REPLACES_MODULES.test(readFileSync(`${root}/${file}`, "utf8")),
);
const components = tests.filter((file) => NEEDS_DOM.test(file) && !isolated.includes(file));
const others = tests.filter((file) => !isolated.includes(file) && !components.includes(file));

const project = (name: string, include: string[], options: object) => ({
  resolve: { alias: { "@": root } },
  test: {
    name,
    include,
    pool: "forks" as const,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine may need longer than the default of one second.
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    ...options,
  },
});

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    globalSetup: ["lib/testing/global-setup.ts"],
    maxWorkers: 2,
    projects: [
      project("components", components, {
        isolate: false,
        environment: "happy-dom",
        setupFiles: ["lib/testing/worker/fresh-process.ts", "lib/testing/screen/setup.ts"],
      }),
      project("shared modules", others, {
        isolate: false,
        setupFiles: ["lib/testing/worker/fresh-process.ts"],
      }),
      project("isolated modules", isolated, { isolate: true }),
    ],
  },
});
