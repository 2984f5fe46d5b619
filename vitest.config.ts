import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Files of one worker share their modules, because importing them anew for each file takes longer than the tests. Only tests that
// replace modules are isolated, each in a process of its own. `vi.spyOn` replaces a function of a module without that.
const REPLACES_MODULES = /\bvi\.(mock|doMock|resetModules)\(/;
const NEEDS_DOM = /^(components|lib\/client)\/.*\.tsx$/;

/**
 * V8 optimizes a function after 15 times as much work as usual, because compiling took more than twice as long as the compiled code ran. The
 * longest files still need optimizing. V8 of newer versions of Node may not know the option.
 */
const RARELY_OPTIMIZED = process.versions.node.startsWith("20.") ? ["--interrupt-budget=1000000"] : [];

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const tests = ["lib", "server", "scripts", "cli", "app", "components", "bench", "storm"]
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((file) => /\.test\.tsx?$/.test(file));
const isolated = tests.filter((file) => REPLACES_MODULES.test(readFileSync(`${root}/${file}`, "utf8")));
const components = tests.filter((file) => NEEDS_DOM.test(file) && !isolated.includes(file));
const others = tests.filter((file) => !isolated.includes(file) && !components.includes(file));

/** The files that take the most CPU or wait the longest, which would leave a core idle at the end if they came late. */
const LONGEST = (
  "naughty-strings region-storm regular-expressions openapi-contract supervisor properties kills import-cost arrival-order " +
  "runner-child name-servers-live exhaustion clock-jump disk-full folder-lock trouble clock-ahead neighbors database-away logo-cost"
).split(" ");
const isLong = (file: string) => LONGEST.some((name) => file.endsWith(`${name}.test.ts`));

/**
 * Runs the longest files of each project first. Vitest's own order, by size, says little about how long a file takes. Projects stay
 * together, because a worker ends with all its modules when the next file is of another project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project) + (isLong(moduleId) ? 0 : 1);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

const project = (name: string, include: string[], options: object) => ({
  resolve: { alias: { "@": root } },
  test: {
    name,
    include,
    pool: "forks" as const,
    execArgv: RARELY_OPTIMIZED,
    // Limits end tests that hang. Whether something is fast is measured in bench/.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    ...options,
  },
});

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    globalSetup: ["lib/testing/global-setup.ts"],
    // Many tests wait for the database or for time to pass, so a third worker has something to do on two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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
