import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { accountName } from "./name-service";

const MAP = "vedette";

/**
 * Writes access rules into `folder` and returns arguments that admit only this process's account and root, verified by the
 * kernel (peer authentication). PostgreSQL's own account may be `nobody`, which other programs use too: it owns the socket,
 * but can neither read these files nor connect. Arguments override the files of clusters from earlier versions, which trusted
 * every local account.
 */
export function accessArguments(folder: string): string[] {
  const accounts = new Set([accountName(), "root"]);
  const hba = writeRules(path.join(folder, "postgres-hba.conf"), [`local all all peer map=${MAP}`]);
  const ident = writeRules(
    path.join(folder, "postgres-ident.conf"),
    [...accounts].map((account) => `${MAP} "${account}" vedette`),
  );
  return ["-c", `hba_file=${hba}`, "-c", `ident_file=${ident}`];
}

/** Leaves a correct file unchanged, because a full disk has no space for another one. */
function writeRules(file: string, lines: string[]): string {
  const text = `${lines.join("\n")}\n`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  chmodSync(file, 0o644);
  return file;
}
