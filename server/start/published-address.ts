import { setEnv, variable } from "@/lib/shared/env";
import { currentHolder, FolderInUse, type Hold, takeHold } from "@/lib/shared/folder-hold";
import { log } from "@/lib/shared/log";
import { settleDataDir } from "@/server/database/data-dir";

const FILE = "server.json";

/** Writes the server's address into DATA_DIR, where the command line looks for it, until `stop()`. */
export function publishAddress(address: string): { stop(): Promise<void> } {
  let hold: Hold | null = null;
  let isStopped = false;
  // Not waited for: a file that another container left behind takes 15 s to be given up.
  takeHold(settleDataDir(), { what: "the server", file: FILE }).then(
    (taken) => {
      if (isStopped) return taken.release();
      hold = taken;
      taken.publish(address);
    },
    (error: unknown) => {
      // Servers with a database of their own may share the directory: the first one is as good.
      if (error instanceof FolderInUse) log.debug("another server's address is published", { error });
      else log.warn("the address can't be written to the data directory", { error });
    },
  );
  return {
    stop: async () => {
      isStopped = true;
      hold?.release();
    },
  };
}

/** Makes links point at the server that runs in DATA_DIR, unless PORT or APP_URL say otherwise. */
export function linkToRunningServer(): void {
  if (variable("APP_URL") !== undefined || variable("PORT") !== undefined) return;
  const url = currentHolder(settleDataDir(), FILE)?.url;
  if (url) setEnv({ APP_URL: url });
}
