import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const COMPONENTS = "components/**/*.test.tsx";
/** Replaces a module, so it can't share a process with other tests. */
const ALONE = "components/monitors/request-fields.test.tsx";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A busy machine may need longer than the default of one second.
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: [
            "{lib,server,scripts,cli,app,bench,storm}/**/*.test.{ts,tsx}",
            "components/**/*.test.ts",
            ALONE,
          ],
          globalSetup: ["lib/testing/global-setup.ts"],
        },
      },
      {
        extends: true,
        // One process renders all components without a database: loading React and the DOM takes longer than a test.
        test: {
          name: "components",
          include: [COMPONENTS],
          exclude: [ALONE],
          environment: "happy-dom",
          isolate: false,
          setupFiles: ["lib/testing/screen/setup.ts"],
        },
      },
    ],
  },
});
