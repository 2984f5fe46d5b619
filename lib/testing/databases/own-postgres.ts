import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { databaseAccount } from "@/lib/store/embedded/account";
import { postgresHome } from "@/lib/store/embedded/binaries";
import { ensureCluster, privateFolder } from "@/lib/store/embedded/cluster";
import { openDataDir } from "@/lib/store/embedded/data-dir";
import { spawnPostmaster, untilReady } from "@/lib/store/embedded/postmaster";
import { settings } from "@/lib/store/embedded/settings";
import { freePort } from "@/lib/testing/processes/ports";

export interface OwnPostgres {
  readonly port: number;
  /** Returns the connection string of a database; the superuser is `vedette`. */
  url(database: string, user?: string): string;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL that listens on 127.0.0.1 and trusts everyone there, as an external server for tests of DATABASE_URL. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const account = databaseAccount();
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-own-"));
  openDataDir(folder, account);
  const [cluster, socket] = [path.join(folder, "postgres"), path.join(folder, "socket")];
  const home = postgresHome(account, folder);
  privateFolder(socket, account);
  await ensureCluster(home, cluster, account, "for-tests");
  const hba = path.join(folder, "hba.conf");
  writeFileSync(hba, "host all all 127.0.0.1/32 trust\n", { mode: 0o644 });
  const port = await freePort();
  const given = { listen_addresses: "127.0.0.1", port: String(port), hba_file: hba };
  const args = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawnPostmaster(home, cluster, [...settings(socket, "for-tests"), ...args], account);
  await untilReady(cluster, server);
  return {
    port,
    url: (database, user = "vedette") => `postgres://${user}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
