#!/usr/bin/env node
import path from "node:path";

// The program of the packaged Vedette, which is built already: `vedette` is the server, `vedette runner` a remote runner, and
// `vedette backup …` the command line. Relative paths, such as ./data, are those of the folder it was called from.
process.env.VEDETTE_ROOT = path.resolve(import.meta.dirname, "..");
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
const [command] = process.argv.slice(2);
if (command === undefined || command === "start") await import("../dist/server.mjs");
else if (command === "runner") await import("../dist/runner.js");
else await import("../dist/cli.mjs");
