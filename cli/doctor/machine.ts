import { accessSync, constants, statfsSync } from "node:fs";
import { freemem, totalmem } from "node:os";
import { isReadOnlyIn, READ_ONLY_REMEDY } from "@/lib/shared/disk";
import { settleDataDir } from "@/server/database/data-dir";
import { bad, type Finding, good, note } from "./finding";

const GIB = 1024 ** 3;
const LEAST_DISK_BYTES = GIB;

export async function machineFindings(): Promise<Finding[]> {
  const { node, v8 } = process.versions;
  const memory = `${(freemem() / GIB).toFixed(1)} of ${(totalmem() / GIB).toFixed(1)} GiB free`;
  return [good("Node.js", `${node} (V8 ${v8})`), good("memory", memory), await dataDirectory()];
}

async function dataDirectory(): Promise<Finding> {
  try {
    const dataDir = settleDataDir();
    if (await isReadOnlyIn(dataDir)) return bad("data directory", `${dataDir}. ${READ_ONLY_REMEDY}`);
    accessSync(dataDir, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = statfsSync(dataDir);
    const text = `${dataDir}, ${((bavail * bsize) / GIB).toFixed(1)} GiB free`;
    return bavail * bsize < LEAST_DISK_BYTES
      ? note("data directory", `${text}; free up disk space`)
      : good("data directory", text);
  } catch (error) {
    return bad("data directory", (error as Error).message);
  }
}
