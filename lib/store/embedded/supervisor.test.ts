import { execFile, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { isAlive } from "@/lib/shared/process-identity";
import { type Embedded, startEmbedded } from "./supervisor";

const cleanups: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "vedette-embedded-"));
  // A server whose owner was killed writes until it has noticed.
  cleanups.push(() => rm(made, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
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

async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<number> {
  const began = performance.now();
  while (!(await check())) {
    if (performance.now() - began > limitMs) throw new Error(`${what}: not within ${limitMs} ms`);
    await wait(10);
  }
  return performance.now() - began;
}

const answers = (url: string) =>
  ask(url, "select 1").then(
    () => true,
    () => false,
  );

test("keeps what was committed, on a private socket, with checksums and nothing listening on TCP", async () => {
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

test("a second start on the same data is refused and names the first one's pid", async () => {
  const dataDir = await folder();
  const server = await started(dataDir);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
  expect(await answers(server.url)).toBe(true);
});

test("files of a killed holder whose pid belongs to a stranger by now don't stop a start", async () => {
  const dataDir = await folder();
  const server = await started(dataDir);
  await ask(server.url, "create table kept (n int)");
  await server.stop();
  const holder = {
    pid: 1,
    identity: "another boot/1",
    host: hostname(),
    what: "a server",
    url: null,
  };
  await writeFile(path.join(dataDir, "holder.json"), JSON.stringify(holder));
  const lines = [String(process.ppid), path.join(dataDir, "postgres"), "1", "5432", "", "", "0 0", "ready"];
  await writeFile(path.join(dataDir, "postgres", "postmaster.pid"), `${lines.join("\n")}\n`);
  const again = await started(dataDir);
  expect(await ask(again.url, "select count(*)::int as n from kept")).toEqual([{ n: 0 }]);
});

test("a PostgreSQL that crashes comes back by itself with everything committed", async () => {
  const server = await started(await folder());
  await ask(server.url, "create table kept (n int); insert into kept values (1)");
  const before = server.pid;
  process.kill(before, "SIGKILL");
  await until("the crash", () => !isAlive(before), 2000);
  await until("the return", () => answers(server.url), 10_000);
  expect(server.pid).not.toBe(before);
  expect(await ask(server.url, "select n from kept")).toEqual([{ n: 1 }]);
});

/** Another Node process that starts the database, as whoever `prefix` makes it, and prints its url and pid. */
async function startElsewhere(
  dataDir: string,
  prefix: string[] = [],
): Promise<{ url: string; pid: number; kill(): void; node: number }> {
  const [command = "", ...args] = [
    ...prefix,
    process.execPath,
    "--import",
    "tsx",
    "lib/testing/embedded-process.ts",
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

test("kill -9 of the Node process: PostgreSQL is gone within a second, and nothing acknowledged is lost", async () => {
  const dataDir = await folder();
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
  await until("writes", () => acknowledged > 50, 10_000);
  elsewhere.kill();
  const tookMs = await until("PostgreSQL's end", () => !isAlive(elsewhere.pid), 5000);
  await writing;
  expect(tookMs).toBeLessThan(1000);
  const again = await started(dataDir);
  const [{ n }] = (await ask(again.url, "select max(n) as n from kept")) as [{ n: number }];
  expect(n).toBeGreaterThanOrEqual(acknowledged);
});

test("Node and PostgreSQL killed together, as by a power cut: the next start recovers what was committed", async () => {
  const dataDir = await folder();
  const elsewhere = await startElsewhere(dataDir);
  await ask(elsewhere.url, "create table kept (n int); insert into kept values (5)");
  process.kill(elsewhere.pid, "SIGKILL");
  elsewhere.kill();
  const again = await started(dataDir);
  expect(await ask(again.url, "select n from kept")).toEqual([{ n: 5 }]);
});

test("a path too long for a socket gets its socket elsewhere", async () => {
  const top = await folder();
  await chmod(top, 0o755);
  const deep = path.join(top, "d".repeat(60), "e".repeat(60));
  await mkdir(deep, { recursive: true });
  const server = await started(deep);
  expect(await answers(server.url)).toBe(true);
});

const asRoot = process.getuid?.() === 0;
/** Another user can read this checkout: no folder above it is closed, as root's home is on Debian. */
const readableByAll = (folderPath = process.cwd()): boolean =>
  (statSync(folderPath).mode & 0o005) === 0o005 &&
  (path.dirname(folderPath) === folderPath || readableByAll(path.dirname(folderPath)));

test.runIf(asRoot)(
  "root lends PostgreSQL an unprivileged account, also from a data directory of mode 0700",
  async () => {
    const dataDir = await folder();
    await chmod(dataDir, 0o700);
    const server = await started(dataDir);
    const status = await readFile(`/proc/${server.pid}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe("0");
    expect(/^Groups:\s*$/m.test(status)).toBe(true);
  },
);

/** What PostgreSQL answers a program of PostgreSQL's own account that comes in by the socket. */
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
  "another program of PostgreSQL's account is not let in, also by a cluster that trusted it before",
  async () => {
    const dataDir = await folder();
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

test.runIf(asRoot && readableByAll())("an ordinary user runs it directly", async () => {
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

test.runIf(asRoot && readableByAll())("a user id without passwd entry is told the two ways out", async () => {
  const dataDir = await folder();
  await chmod(dataDir, 0o777);
  const run = startElsewhere(dataDir, ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"]);
  await expect(run).rejects.toThrow(/no entry in \/etc\/passwd.*image.*DATABASE_URL/s);
});
