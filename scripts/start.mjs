import { ensureBuilt } from "./build.mjs";
import { checkNode, ensureInstalled } from "./support/install.mjs";
import { root } from "./support/step.mjs";

// `npm start` installs and builds what is missing, then becomes the server. Without a second process, signals and the exit code are
// the server's own.
process.chdir(root);
checkNode();
await ensureInstalled();
await ensureBuilt();
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
await import("../dist/server.mjs");
