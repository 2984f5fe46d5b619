import path from "node:path";

/** Returns how the command line was called, for its help: the installed `vedette`, or npm in a clone. */
export function commandName(script = process.argv[1] ?? ""): string {
  return path.basename(script, ".mjs") === "vedette" ? "vedette" : "npm run -s cli --";
}
