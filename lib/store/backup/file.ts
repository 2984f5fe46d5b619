import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { withClient } from "@/lib/store/core/connection/client";
import { decrypted, encrypted } from "./encryption";
import { type ExportOptions, exportBackup } from "./export";

const READ_BYTES = 256 * 1024;
/** A higher level takes several times as long and saves little. */
const ZIP_LEVEL = 1;

/** Writes a backup of the database to a file that appears when it is complete, encrypted if there is a passphrase. */
export async function writeBackup(
  file: string,
  options: ExportOptions & { readonly passphrase: string | undefined },
): Promise<void> {
  const half = `${file}.part`;
  const { passphrase } = options;
  try {
    await withClient((client) => {
      const zipped = createGzip({ level: ZIP_LEVEL, chunkSize: READ_BYTES });
      const target = createWriteStream(half, { mode: 0o600, flush: true });
      const bytes = passphrase ? Readable.from(encrypted(zipped, passphrase)) : zipped;
      return Promise.all([
        pipeline(Readable.from(exportBackup(client, options)), zipped),
        pipeline(bytes, target),
      ]);
    });
    renameSync(half, file);
  } finally {
    rmSync(half, { force: true });
  }
}

/** The last line is shorter. */
const TAIL_BYTES = 64;

/** Yields the bytes of a backup file. Yields the last ones only after the whole file has proved intact. */
export async function* backupBytes(file: string, passphrase: string | undefined): AsyncGenerator<Buffer> {
  let tail: Buffer = Buffer.alloc(0);
  try {
    const zipped = Readable.from(
      decrypted(createReadStream(file, { highWaterMark: READ_BYTES }), passphrase),
    );
    const unzipped = createGunzip({ chunkSize: READ_BYTES });
    const read = pipeline(zipped, unzipped);
    // Reported below, when the loop ends.
    read.catch(() => undefined);
    for await (const part of unzipped) {
      const bytes = Buffer.concat([tail, part]);
      tail = bytes.subarray(-TAIL_BYTES);
      yield bytes.subarray(0, -TAIL_BYTES);
    }
    await read;
  } catch (error) {
    throw new Error(`${file} can't be read as a backup: ${(error as Error).message}. Nothing was changed.`);
  }
  yield tail;
}
