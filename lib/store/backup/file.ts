import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { withClient } from "../core/client";
import { decrypted, encrypted } from "./encryption";
import { type ExportOptions, exportLines } from "./export";

/** Writes a backup of the database to a file that appears when it is complete, encrypted if there is a passphrase. */
export async function writeBackup(
  file: string,
  options: ExportOptions & { readonly passphrase: string | undefined },
): Promise<void> {
  const half = `${file}.part`;
  const { passphrase } = options;
  try {
    await withClient((client) => {
      const zipped = createGzip({ level: 6 });
      const target = createWriteStream(half, { mode: 0o600, flush: true });
      const bytes = passphrase ? Readable.from(encrypted(zipped, passphrase)) : zipped;
      return Promise.all([
        pipeline(Readable.from(exportLines(client, options)), zipped),
        pipeline(bytes, target),
      ]);
    });
    renameSync(half, file);
  } finally {
    rmSync(half, { force: true });
  }
}

/** Yields the lines of a backup file. Yields the last one only after the whole file has proved intact. */
export async function* backupLines(file: string, passphrase: string | undefined): AsyncGenerator<string> {
  let rest = "";
  try {
    const zipped = Readable.from(decrypted(createReadStream(file), passphrase));
    const unzipped = createGunzip();
    const read = pipeline(zipped, unzipped);
    // Reported below, when the loop ends.
    read.catch(() => undefined);
    for await (const part of unzipped.setEncoding("utf8")) {
      const text: string = rest + part;
      const end = text.lastIndexOf("\n", text.length - 2) + 1;
      rest = text.slice(end);
      if (end > 0) yield* text.slice(0, end - 1).split("\n");
    }
    await read;
  } catch (error) {
    throw new Error(
      `${file} is damaged or isn't a backup: ${(error as Error).message}. Nothing was changed.`,
    );
  }
  yield rest.replace(/\n$/, "");
}
