import { readFile } from "node:fs/promises";

/** /proc/net files and the protocol's number in their second column, where other sockets have a port. */
const RAW_SOCKETS = {
  4: { file: "/proc/net/raw", protocol: ":0001" },
  6: { file: "/proc/net/raw6", protocol: ":003A" },
} as const;
const LOCAL_COLUMN = 1;

/**
 * Whether the kernel dropped an answer that one of our programs had not read yet, because its socket was full. Linux counts that for each
 * raw socket (proc(5), the last column). Only `ours` of the machine's sockets for pings are known to be ours, not which: it counts when
 * more of them dropped something than belong to others. False where the system does not say.
 */
export async function wereAnswersDropped(family: 4 | 6, ours: number): Promise<boolean> {
  const { file, protocol } = RAW_SOCKETS[family];
  const text = await readFile(file, "latin1").catch(() => "");
  const sockets = text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[LOCAL_COLUMN]?.endsWith(protocol));
  const dropping = sockets.filter((columns) => columns.at(-1) !== "0").length;
  return dropping > Math.max(0, sockets.length - ours);
}
