import { existsSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const { folderInMemory, hasRoom } = await import(new URL("./scratch.mjs", import.meta.url).href);

const GIB = 1024 ** 3;
const memory = (gib: number) => `MemFree: 100 kB\nMemAvailable:   ${gib * 1024 ** 2} kB\n`;
const MOUNTS = "/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n";

test("keeps temporary files in memory where there is enough of it", () => {
  expect(hasRoom(12 * GIB, memory(20), MOUNTS)).toBe(true);
  expect(hasRoom(12 * GIB, memory(7), MOUNTS)).toBe(false);
  expect(hasRoom(12 * GIB, "", MOUNTS)).toBe(false);
});

test("keeps them on the disk where memory holds little or no programs, as in a container", () => {
  expect(hasRoom(64 * 1024 ** 2, memory(20), MOUNTS)).toBe(false);
  expect(hasRoom(12 * GIB, memory(20), `${MOUNTS}shm /dev/shm tmpfs rw,noexec 0 0\n`)).toBe(false);
  expect(hasRoom(12 * GIB, memory(20), "/dev/vda / ext4 rw 0 0\n")).toBe(false);
});

test("lets every account through the folder", () => {
  const folder: string | null = folderInMemory();
  // A machine without room has none.
  if (folder === null) return;
  expect(existsSync(folder)).toBe(true);
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
});
