import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { NameResolver } from "@/lib/probes/net/resolver";
import { startNameServer } from "./name-server";

// Runs in a network of its own, whose name server at 127.0.0.1 knows no name, and prints which names glibc and the checker
// ask for to resolve the arguments.

const server = await startNameServer(() => "nxdomain", 53);
const asked = () =>
  server.asked.splice(0).flatMap((each) => (each.endsWith(" A") ? [each.slice(0, -2)] : []));
for (const name of process.argv.slice(2)) {
  await promisify(execFile)("getent", ["ahostsv4", name]).catch(() => undefined);
  const glibc = asked();
  await new NameResolver().addressesOf(name).catch(() => undefined);
  process.stdout.write(`${JSON.stringify({ name, glibc, ours: asked() })}\n`);
}
server.stop();
