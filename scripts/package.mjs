import { ensureBuilt } from "./build.mjs";
import { checkNode, ensureInstalled, npm } from "./support/install.mjs";
import { stageProgram } from "./support/program.mjs";
import { PROGRAM_FOLDER } from "./support/standalone.mjs";
import { giveUp, root, say, step } from "./support/step.mjs";

// `npm run package` writes dist/vedette, the built program with only the files it loads, and packs it for `npx ./vedette-x.y.z.tgz`. The
// container image holds the same folder.
process.chdir(root);
checkNode();
await ensureInstalled();
await ensureBuilt();
await stageProgram(PROGRAM_FOLDER);
say("✓ dist/vedette holds the program");
if (!process.argv.includes("--folder-only")) {
  const { ok } = await step("Packing", npm(), [
    "pack",
    PROGRAM_FOLDER,
    "--pack-destination",
    "dist",
    "--ignore-scripts",
  ]);
  if (!ok)
    giveUp("Packing failed. See npm's output above.", "Fix the error, then run npm run package again.");
}
