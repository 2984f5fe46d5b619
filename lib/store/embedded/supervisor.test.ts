import { execFile, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isAlive } from "@/lib/shared/process-identity";
import { program } from "@/lib/testing/program";
import { databaseAccount } from "./account";
import { postgresHome } from "./binaries";
import { ensureCluster } from "./cluster";
import { openDataDir } from "./data-dir";
import { inventsNames } from "./name-service";
import { type Embedded, startEmbedded } from "./supervisor";

const cleanups: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "vedette-embedded-"));
  // A server whose owner was killed writes until it notices.
  cleanups.push(() => rm(made, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
  return made;
}

let pristine: string;
beforeAll(async () => {
  pristine = await mkdtemp(path.join(tmpdir(), "vedette-pristine-"));
  const account = databaseAccount();
  openDataDir(pristine, account);
  const home = postgresHome(account, pristine);
  await ensureCluster(home, path.join(pristine, "postgres"), account, "durable");
});
afterAll(() => rm(pristine, { recursive: true, force: true }));

/** Returns a folder with a cluster that was never started, because initdb takes more CPU than most tests. */
async function initializedFolder(): Promise<string> {
  const made = await folder();
  // Node's copy would change the owner.
  await promisify(execFile)("cp", ["-a", path.join(pristine, "postgres"), made]);
  return made;
}

async function started(dataDir: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir });
  cleanups.push(() => server.stop());
  return server;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const until = (what: string, check: () => boolean | Promise<boolean>) =>
  expect.poll(check, { message: what, interval: 10 }).toBe(true);

const answers = (url: string) =>
  ask(url, "select 1").then(
    () => true,
    () => false,
  );

test("keeps committed data, on a private socket, with checksums and without TCP", async () => {
  const dataDir = await folder();
  const server = await started(dataDir);
  await ask(server.url, "create table kept (n int); insert into kept values (7)");
  const [settings] = (await ask(
    server.url,
    `select current_setting('listen_addresses') as tcp, current_setting('data_checksums') as checksums,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('server_encoding') as encoding, lower('ÄÉ') as folded`,
  )) as Array<Record<string, string>>;
  expect(settings).toEqual({
    tcp: "",
    checksums: "on",
    fsync: "on",
    commit: "on",
    encoding: "UTF8",
    folded: "äé",
  });
  expect((await stat(path.join(dataDir, "socket"))).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
  const { pid } = server;
  await server.stop();
  expect(isAlive(pid)).toBe(false);
  const again = await started(dataDir);
  expect(await ask(again.url, "select n from kept")).toEqual([{ n: 7 }]);
});

test("rejects a second start on the same data and names the first one's PID", async () => {
  const dataDir = await initializedFolder();
  const server = await started(dataDir);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
  expect(await answers(server.url)).toBe(true);
});

test("starts despite files of a killed process whose PID now belongs to another program", async () => {
  const dataDir = await initializedFolder();
  const server = await started(dataDir);
  await ask(server.url, "create table kept (n int)");
  await server.stop();
  const holder = { pid: 1, identity: "another boot/1", host: hostname(), what: "a server", url: null };
  await writeFile(path.join(dataDir, "holder.json"), JSON.stringify(holder));
  const lines = [String(process.ppid), path.join(dataDir, "postgres"), "1", "5432", "", "", "0 0", "ready"];
  await writeFile(path.join(dataDir, "postgres", "postmaster.pid"), `${lines.join("\n")}\n`);
  const again = await started(dataDir);
  expect(await ask(again.url, "select count(*)::int as n from kept")).toEqual([{ n: 0 }]);
});

test("restarts a crashed PostgreSQL with all committed data", async () => {
  const server = await started(await initializedFolder());
  await ask(server.url, "create table kept (n int); insert into kept values (1)");
  const before = server.pid;
  process.kill(before, "SIGKILL");
  await until("the crash", () => !isAlive(before));
  await until("the return", () => answers(server.url));
  expect(server.pid).not.toBe(before);
  expect(await ask(server.url, "select n from kept")).toEqual([{ n: 1 }]);
});

/** Runs another Node process that starts the database, as the user that `prefix` selects, and prints its URL and PID. */
async function startElsewhere(
  dataDir: string,
  prefix: string[] = [],
): Promise<{ url: string; pid: number; kill(): void; node: number }> {
  const [command = "", ...args] = [
    ...prefix,
    process.execPath,
    program("lib/testing/databases/embedded-process.ts"),
    dataDir,
  ];
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  cleanups.push(async () => child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part: Buffer) => {
      text += part.toString();
      if (text.includes("\n")) resolve(text);
    });
    child.once("exit", () => reject(new Error(`it ended: ${text}`)));
  });
  const { url, pid, node } = JSON.parse(line) as { url: string; pid: number; node: number };
  return { url, pid, node, kill: () => process.kill(node, "SIGKILL") };
}

test("stops PostgreSQL after kill -9 of Node and loses nothing acknowledged", async () => {
  const dataDir = await initializedFolder();
  const elsewhere = await startElsewhere(dataDir);
  await ask(elsewhere.url, "create table kept (n int)");
  const client = new pg.Client({ connectionString: elsewhere.url });
  client.on("error", () => {});
  await client.connect();
  let acknowledged = 0;
  const writing = (async () => {
    for (let n = 1; ; n += 1) {
      await client.query("insert into kept values ($1)", [n]);
      acknowledged = n;
    }
  })().catch(() => undefined);
  await until("writes", () => acknowledged > 50);
  elsewhere.kill();
  await until("PostgreSQL's end", () => !isAlive(elsewhere.pid));
  await writing;
  const again = await started(dataDir);
  const [{ n }] = (await ask(again.url, "select max(n) as n from kept")) as [{ n: number }];
  expect(n).toBeGreaterThanOrEqual(acknowledged);
});

test("recovers committed data after Node and PostgreSQL are killed together, as by a power failure", async () => {
  const dataDir = await initializedFolder();
  const elsewhere = await startElsewhere(dataDir);
  await ask(elsewhere.url, "create table kept (n int); insert into kept values (5)");
  process.kill(elsewhere.pid, "SIGKILL");
  elsewhere.kill();
  const again = await started(dataDir);
  expect(await ask(again.url, "select n from kept")).toEqual([{ n: 5 }]);
});

test("starts despite an empty postmaster.pid, which a kill or power failure can leave", async () => {
  const dataDir = await initializedFolder();
  const server = await started(dataDir);
  await server.stop();
  await writeFile(path.join(dataDir, "postgres", "postmaster.pid"), "");
  const again = await started(dataDir);
  expect(await answers(again.url)).toBe(true);
});

test("waits for the last process of a killed PostgreSQL, which keeps the data folder in use", async () => {
  const dataDir = await initializedFolder();
  const elsewhere = await startElsewhere(dataDir);
  const client = new pg.Client({ connectionString: elsewhere.url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const orphan = rows[0]?.pid ?? 0;
  process.kill(orphan, "SIGSTOP");
  process.kill(elsewhere.pid, "SIGKILL");
  elsewhere.kill();
  await until("the kill", () => !isAlive(elsewhere.pid));
  const starting = startEmbedded({ dataDir });
  await Promise.race([starting.catch(() => undefined), wait(2000)]);
  process.kill(orphan, "SIGKILL");
  const again = await starting;
  cleanups.push(() => again.stop());
  expect(await answers(again.url)).toBe(true);
});

test("puts the socket elsewhere when its path is too long", async () => {
  const top = await folder();
  await chmod(top, 0o755);
  const deep = path.join(top, "d".repeat(60), "e".repeat(60));
  await mkdir(deep, { recursive: true });
  const server = await started(deep);
  expect(await answers(server.url)).toBe(true);
});

const asRoot = process.getuid?.() === 0;
/** Whether other users can read this checkout: no folder above it is private, as root's home is on Debian. */
const readableByAll = (folderPath = process.cwd()): boolean =>
  (statSync(folderPath).mode & 0o005) === 0o005 &&
  (path.dirname(folderPath) === folderPath || readableByAll(path.dirname(folderPath)));

test.runIf(asRoot)(
  "runs PostgreSQL as an unprivileged account for root, even from a data directory of mode 0700",
  async () => {
    const dataDir = await folder();
    await chmod(dataDir, 0o700);
    const server = await started(dataDir);
    const status = await readFile(`/proc/${server.pid}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe("0");
    expect(/^Groups:\s*$/m.test(status)).toBe(true);
  },
);

/** Returns PostgreSQL's answer to a socket connection of its own account. */
async function askAsNobody(url: string): Promise<string> {
  const script = `const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect().then(() => console.log("let in"), (error) => console.log(error.message));
    await client.end().catch(() => undefined);`;
  const { stdout } = await promisify(execFile)("setpriv", [
    ...["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath],
    ...["--input-type=module", "-e", script, url],
  ]);
  return stdout.trim();
}

test.runIf(asRoot && readableByAll())(
  "rejects other programs of PostgreSQL's account, even in a cluster that trusted them before",
  async () => {
    const dataDir = await initializedFolder();
    const first = await started(dataDir);
    expect(await askAsNobody(first.url)).toMatch(/peer authentication failed/i);
    await ask(first.url, "create table kept (n int); insert into kept values (7)");
    await first.stop();
    await writeFile(path.join(dataDir, "postgres", "pg_hba.conf"), "local all all trust\n");
    for (const name of ["postgres-hba.conf", "postgres-ident.conf"]) await rm(path.join(dataDir, name));
    const again = await started(dataDir);
    expect(await ask(again.url, "select n from kept")).toEqual([{ n: 7 }]);
    expect(await askAsNobody(again.url)).toMatch(/peer authentication failed/i);
    const { uid, mode } = await stat(path.join(dataDir, "postgres-hba.conf"));
    expect([uid, mode & 0o022]).toEqual([0, 0]);
  },
);

test.runIf(asRoot && readableByAll())("runs directly as an ordinary user", async () => {
  const dataDir = await folder();
  await promisify(execFile)("chown", ["65534:65534", dataDir]);
  const elsewhere = await startElsewhere(dataDir, [
    "setpriv",
    "--reuid=65534",
    "--regid=65534",
    "--clear-groups",
  ]);
  const status = await readFile(`/proc/${elsewhere.pid}/status`, "utf8");
  expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe("65534");
  expect(await answers(elsewhere.url)).toBe(true);
});

test.runIf(asRoot && readableByAll())(
  "runs for a user ID without a passwd entry if a name can be invented, and otherwise names the alternatives",
  async () => {
    const dataDir = await folder();
    await chmod(dataDir, 0o777);
    const run = startElsewhere(dataDir, ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"]);
    if (!inventsNames())
      return await expect(run).rejects.toThrow(/no entry in \/etc\/passwd.*libnss-wrapper.*DATABASE_URL/s);
    const { url } = await run;
    const { username: account } = new URL(url);
    expect([url.startsWith("postgres"), account]).toEqual([true, "vedette"]);
  },
);
