import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";

const MAP = "vedette";

/**
 * Returns the arguments that let in this process's account and root alone, told by the kernel (peer authentication), and writes their files
 * into `folder`. PostgreSQL's own account may be `nobody`, which other programs use as well: it owns the socket, but neither these files nor
 * a way in. Arguments win over the files of a cluster made by an earlier version, which trusted every local account.
 */
export function accessArguments(folder: string): string[] {
  const accounts = new Set([userInfo().username, "root"]);
  const hba = writeRules(path.join(folder, "postgres-hba.conf"), [`local all all peer map=${MAP}`]);
  const ident = writeRules(
    path.join(folder, "postgres-ident.conf"),
    [...accounts].map((account) => `${MAP} "${account}" vedette`),
  );
  return ["-c", `hba_file=${hba}`, "-c", `ident_file=${ident}`];
}

/** Leaves a file that is right alone: a full disk has no room for another one. */
function writeRules(file: string, lines: string[]): string {
  const text = `${lines.join("\n")}\n`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  chmodSync(file, 0o644);
  return file;
}
