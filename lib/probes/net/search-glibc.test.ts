import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SCENE = fileURLToPath(new URL("../../testing/targets/search-scene.ts", import.meta.url));
const NAMES = ["nas", "nas.", "shop.apps", "www.example.test", "www.example.test.", "a.b.c.d.e"];
// With loopback alone, glibc asks nothing (AI_ADDRCONFIG).
const OWN_NETWORK =
  'ip link set lo up && ip address add 192.0.2.1/32 dev lo && mount --bind "$1" /etc/resolv.conf && shift && exec "$@"';

/** Runs a command in its own network, with a resolv.conf that names 127.0.0.1 and contains `text`. */
function inside(text: string, command: readonly string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-glibc-"));
  const file = path.join(folder, "resolv.conf");
  writeFileSync(file, `nameserver 127.0.0.1\n${text}\n`);
  const args = ["--net", "--mount", "sh", "-c", OWN_NETWORK, "sh", file, ...command];
  const { status, stdout } = spawnSync("unshare", args, { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return { status, stdout };
}

const canCompare = inside("", ["sh", "-c", "getent --version | grep -q -i 'glibc\\|gnu'"]).status === 0;

it
  .skipIf(!canCompare)
  .each([
    "search a.test b.test",
    "search a.test b.test\noptions ndots:5",
    "search a.test\noptions ndots:0",
    "search a.test\noptions ndots:2 timeout:1",
    "domain corp.test",
    "",
  ])("asks for the same names as glibc, in the same order: %j", (text) => {
  const { stdout } = inside(text, [process.execPath, "--import", "tsx", SCENE, ...NAMES]);
  const seen = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(seen).toHaveLength(NAMES.length);
  for (const { name, glibc, ours } of seen) expect({ name, asked: ours }).toEqual({ name, asked: glibc });
});
