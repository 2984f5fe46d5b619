import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { waitFor } from "@/e2e/support/wait";
import { setEnv } from "@/lib/shared/env";
import { databaseMs } from "@/lib/store/core/database-facts";
import { accessArguments } from "@/lib/store/embedded/access";
import { databaseAccount } from "@/lib/store/embedded/account";
import { postgresHome } from "@/lib/store/embedded/binaries";
import { childEnvironment, ensureCluster, privateFolder } from "@/lib/store/embedded/cluster";
import { settings, socketUrl } from "@/lib/store/embedded/settings";
import type { FalseClock } from "./false-clock";

export interface ClockedDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the product's PostgreSQL under a clock that we control and points this process at it. */
export async function startDatabase(clock: FalseClock): Promise<ClockedDatabase> {
  const account = databaseAccount();
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-clock-db-"));
  chmodSync(folder, 0o755);
  const [data, socket, programs] = ["data", "socket", "programs"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(programs);
  const home = postgresHome(account, programs);
  privateFolder(socket, account);
  await ensureCluster(home, data, account, "for-tests");
  const args = ["-D", data, ...settings(socket, "for-tests"), ...accessArguments(folder)];
  const child = spawn(path.join(home, "bin", "postgres"), args, {
    ...(account.lent ? { uid: account.uid, gid: account.gid } : {}),
    cwd: "/",
    env: { ...childEnvironment(home), ...clock.variables() },
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = socketUrl(socket, "postgres");
  setEnv({ DATABASE_URL: url });
  await waitFor("the database", () => databaseMs().then(Boolean, () => false));
  return {
    url,
    stop: async () => {
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
