import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { openPingFd } from "@/lib/probes/ping-fd";

// What lib/runner/ping-ability.test.ts runs with few descriptors. Prints whether there is a ping socket while none is left, when they are
// back, and in a process that never lacked any.

async function hasSocket(): Promise<boolean> {
  const fd = await openPingFd(4);
  if (fd !== null) closeSync(fd);
  return fd !== null;
}

function takeAll(): number[] {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync(devNull, "r"));
  } catch {
    return taken;
  }
}

if (process.argv[2] === "usual") process.stdout.write(String(await hasSocket()));
else {
  const taken = takeAll();
  const without = await hasSocket();
  for (const fd of taken) closeSync(fd);
  const again = await hasSocket();
  const args = ["--import", "tsx", process.argv[1] ?? "", "usual"];
  const usual = execFileSync(process.execPath, args, { encoding: "utf8" }) === "true";
  process.stdout.write(JSON.stringify([without, again, usual]));
}
