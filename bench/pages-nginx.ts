import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { usageOf } from "./checker/processes";
import { requestRate } from "./pages-load";

/** Debian keeps it where only root looks. */
const FOLDERS = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];
const PATIENCE_MS = 5_000;

/** Runs nginx with `gzip_static` on one page, in one process. Null if it isn't installed. */
export async function startNginx(html: Buffer): Promise<NginxPeer | null> {
  const program = FOLDERS.map((folder) => path.join(folder, "nginx")).find((file) => existsSync(file));
  if (!program || process.platform !== "linux") return null;
  const folder = await mkdtemp(path.join(tmpdir(), "vedette-nginx-"));
  const port = await freePort();
  await writeFile(path.join(folder, "index.html"), html);
  await writeFile(path.join(folder, "index.html.gz"), gzipSync(html, { level: 3 }));
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/t;`,
  );
  const server = `server { listen 127.0.0.1:${port}; root ${folder}; gzip_static on; etag on; keepalive_requests 1000000; }`;
  await writeFile(
    path.join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error;
     events {} http { access_log off; default_type text/html; ${paths.join(" ")} ${server} }`,
  );
  const child = spawn(program, ["-p", folder, "-c", path.join(folder, "nginx.conf")], { stdio: "ignore" });
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`nginx didn't start: ${readFileSync(`${folder}/error`, "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return new NginxPeer(child, port, folder);
}

export class NginxPeer {
  constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly folder: string,
  ) {}

  readonly path = "/index.html";

  rate(count: number, headers: readonly string[]): Promise<number> {
    return requestRate(this, async () => this.cpuUs(), count, headers);
  }

  async stop(): Promise<void> {
    this.child.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private cpuUs(): number {
    return usageOf(this.child.pid ?? 0).cpuSeconds * 1_000_000;
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
