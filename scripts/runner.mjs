import { existsSync } from "node:fs";
import path from "node:path";
import { bundle } from "./build.mjs";
import { checkNode, ensureInstalled } from "./support/install.mjs";
import { root } from "./support/step.mjs";

// `CONTROL_URL=… RUNNER_TOKEN=… npm run runner` starts only the runner, without building the dashboard.
process.chdir(root);
checkNode();
await ensureInstalled();
if (!existsSync(path.join(root, "dist/runner.js"))) await bundle();
process.env.NODE_ENV = "production";
await import("../dist/runner.js");
