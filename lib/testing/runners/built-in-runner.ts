import { spawn } from "node:child_process";
import path from "node:path";
import { SERVER_FILE } from "@/lib/runner/config/server-file";
import type { BuiltInRunner } from "@/server/start/runner-child";
import { program as bundled } from "../program";

/** Starts a built-in runner in its own data directory. */
export function builtInRunnerAt(dataDir: string, controlUrl: string, program = "p"): BuiltInRunner {
  return {
    dataDir,
    controlUrl,
    program,
    spawn: () =>
      spawn(process.execPath, [bundled("lib/runner/main.ts")], {
        env: {
          ...process.env,
          CONTROL_URL: controlUrl,
          RUNNER_TOKEN: "t",
          DATA_DIR: dataDir,
          ANCHORS: "off",
          ANCHOR_NAMES: "off",
          VEDETTE_SERVER_FILE: path.join(dataDir, SERVER_FILE),
        },
        stdio: ["ignore", "inherit", "inherit"],
        detached: true,
      }),
  };
}
