import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { isReadOnlyIn } from "./disk";

const folder = mkdtempSync(path.join(tmpdir(), "vedette-read-only-"));
const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "ignore" });

/** Mounts a file system at the folder. Returns whether this machine lets tests do that. */
function mount(): boolean {
  try {
    run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder);
    return true;
  } catch {
    return false;
  }
}

const isMounted = mount();
afterAll(() => {
  if (isMounted) run("umount", folder);
  rmSync(folder, { recursive: true });
});

test.skipIf(!isMounted)("knows whether a disk is read-only", async () => {
  expect(await isReadOnlyIn(folder)).toBe(false);
  run("mount", "-o", "remount,ro", folder);
  expect(await isReadOnlyIn(folder)).toBe(true);
  expect(await isReadOnlyIn(path.join(folder, "missing"))).toBe(false);
});
