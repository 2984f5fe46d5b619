import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { vi } from "vitest";

/**
 * A disk on which only synced data survives: a file's bytes at its last sync, under the names in its folder at the folder's last sync.
 */
export class PowerCut {
  /** By inode, which a rename preserves. */
  private readonly contents = new Map<number, Buffer>();
  private names: ReadonlyMap<string, number> = new Map();
  syncs = 0;

  constructor(private readonly folder: string) {}

  /** Watches the syncs of all file handles. Vitest restores them after the test. */
  async watch(): Promise<void> {
    const cut = this;
    const handle = await open(path.dirname(this.folder), "r");
    const handles = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const { sync } = handles;
    vi.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
      await sync.call(this);
      await cut.synced(this);
    });
  }

  /** Records what a sync of this handle makes durable. */
  async synced(handle: FileHandle): Promise<void> {
    this.syncs += 1;
    const stat = await handle.stat();
    if (stat.isDirectory()) this.names = this.namesNow();
    else
      for (const [name, inode] of this.namesNow())
        if (inode === stat.ino) this.contents.set(inode, this.read(name));
  }

  /** Writes what survives to another folder. */
  survivors(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const [name, inode] of this.names) {
      // After a power cut a removed file may be gone or still there.
      const content = this.contents.get(inode) ?? Buffer.alloc(0);
      writeFileSync(path.join(folder, name), content);
    }
  }

  private namesNow(): ReadonlyMap<string, number> {
    return new Map(
      readdirSync(this.folder).map((name) => [name, statSync(path.join(this.folder, name)).ino]),
    );
  }

  private read(name: string): Buffer {
    const file = path.join(this.folder, name);
    return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  }
}
