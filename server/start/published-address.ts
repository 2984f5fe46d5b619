import { setEnv, variable } from "@/lib/shared/env";
import { currentOwner, FolderInUse, type FolderLock, lockFolder } from "@/lib/shared/folder-lock";
import { log } from "@/lib/shared/log";
import { settleDataDir } from "@/server/database/data-dir";

const FILE = "server.json";

/** Writes the server's URL into DATA_DIR, where the CLI finds it, until `stop()`. */
export function publishAddress(address: string): { stop(): Promise<void> } {
  let lock: FolderLock | null = null;
  let isStopped = false;
  // Not awaited: a file that another container left behind takes 15 s to expire.
  lockFolder(settleDataDir(), { what: "the server", file: FILE }).then(
    (taken) => {
      if (isStopped) return taken.release();
      lock = taken;
      taken.publish(address);
    },
    (error: unknown) => {
      // Servers that share a database may share the directory. The first one's URL works for all.
      if (error instanceof FolderInUse) log.debug("another server has published its URL", { error });
      else log.warn("failed to write the server's URL to the data directory", { error });
    },
  );
  return {
    stop: async () => {
      isStopped = true;
      lock?.release();
    },
  };
}

/** Makes links point at the server that runs in DATA_DIR, unless PORT or APP_URL is set. */
export function linkToRunningServer(): void {
  if (variable("APP_URL") !== undefined || variable("PORT") !== undefined) return;
  const url = currentOwner(settleDataDir(), FILE)?.url;
  if (url) setEnv({ APP_URL: url });
}
