import { spawn } from "node:child_process";
import { writeClient } from "./support/client.mjs";
import { checkNode, ensureInstalled } from "./support/install.mjs";
import { root } from "./support/step.mjs";

// `npm run dev` runs the server from its sources; pages and components reload on change.
checkNode();
await ensureInstalled();
if (!(await writeClient())) process.exit(1);
const child = spawn(process.execPath, ["--import", "tsx", "server.ts"], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
