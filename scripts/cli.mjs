import { existsSync } from "node:fs";
import path from "node:path";
import { bundle } from "./build.mjs";
import { checkNode, ensureInstalled } from "./support/install.mjs";
import { root } from "./support/step.mjs";

// `npm run -s cli -- …`: standard output belongs to the command (`keys create` prints only the token).
process.chdir(root);
checkNode();
await ensureInstalled();
if (!existsSync(path.join(root, "dist/cli.mjs"))) await bundle();
process.env.NODE_ENV = "production";
await import("../dist/cli.mjs");
