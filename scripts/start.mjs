import { ensureBuilt, isStandaloneBuilt, replacesProgram } from "./build.mjs";
import { checkNode, ensureInstalled, isInstalledToBuild } from "./support/install.mjs";
import { requireNoneRunning } from "./support/running.mjs";
import { becomeProgram, makeStandalone } from "./support/standalone.mjs";
import { root } from "./support/step.mjs";

// `npm start` installs and builds what is missing, removes what only the build needed, then becomes the server. Without a second process,
// signals and the exit code are the server's own.
process.chdir(root);
checkNode();
if (!isStandaloneBuilt()) {
  if (replacesProgram()) await requireNoneRunning();
  await ensureInstalled();
  await ensureBuilt();
  if (isInstalledToBuild()) await makeStandalone();
}
await becomeProgram("server.mjs");
