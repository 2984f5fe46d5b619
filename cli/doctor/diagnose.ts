import { accessSync, constants, statfsSync } from "node:fs";
import { freemem, totalmem } from "node:os";
import { ALLOW_PING_SOCKETS } from "@/lib/probes/icmp/ping-program";
import { pingWay } from "@/lib/probes/icmp/ping-way";
import { isReadOnlyIn, READ_ONLY_REMEDY } from "@/lib/shared/disk";
import { env, isEmbedded } from "@/lib/shared/env";
import { settleDataDir } from "@/server/database/data-dir";
import { whoListens } from "@/server/start/port";
import { databaseFindings } from "./database";
import { bad, type Finding, good, note } from "./finding";
import { mailFinding } from "./mail";

/** Runs all checks of `doctor`. The only outbound traffic is a connection to the configured mail server. */
export async function diagnose(): Promise<Finding[]> {
  return [
    ...(await machineFindings()),
    privateTargetsFinding(),
    await portFinding(),
    ...(await databaseFindings()),
    await pingFinding(),
    await mailFinding(),
  ];
}

async function portFinding(): Promise<Finding> {
  const { PORT, HOST } = env();
  const found = await whoListens(PORT, HOST);
  if (found === "nothing") return good("port", `${PORT} is free`);
  if (found === "vedette") return good("port", `the server is running on ${PORT}`);
  return bad("port", `${PORT} is in use by another program; set PORT to a free port`);
}

function privateTargetsFinding(): Finding {
  const ranges = env().ALLOW_PRIVATE_TARGETS;
  if (ranges) return note("allowed networks", `${ranges.join(", ")} (ALLOW_PRIVATE_TARGETS)`);
  if (isEmbedded())
    return note(
      "allowed networks",
      "loopback and private networks can be monitored (default with the embedded database)",
    );
  return note(
    "allowed networks",
    "only public addresses can be monitored; set ALLOW_PRIVATE_TARGETS to allow others",
  );
}

/** Reports how ICMP checks run on this machine: through an unprivileged ping socket or the `ping` program. */
async function pingFinding(): Promise<Finding> {
  const way = await pingWay();
  if (way === "socket") return good("ping", "uses an unprivileged ping socket");
  if (way === "none")
    return note(
      "ping",
      `unavailable; allow ping sockets (${ALLOW_PING_SOCKETS}) or install ping (iputils-ping)`,
    );
  const faster =
    process.platform === "linux"
      ? `ping sockets are faster (${ALLOW_PING_SOCKETS})`
      : "ping sockets are only available on Linux";
  return good("ping", `runs one ping process per check; ${faster}`);
}

const GIB = 1024 ** 3;
const LEAST_DISK_BYTES = GIB;

async function machineFindings(): Promise<Finding[]> {
  const { node, v8 } = process.versions;
  const memory = `${(freemem() / GIB).toFixed(1)} of ${(totalmem() / GIB).toFixed(1)} GiB free`;
  return [good("Node.js", `${node} (V8 ${v8})`), good("memory", memory), await dataDirectory()];
}

async function dataDirectory(): Promise<Finding> {
  try {
    const dataDir = settleDataDir();
    if (await isReadOnlyIn(dataDir)) return bad("data directory", `${dataDir}. ${READ_ONLY_REMEDY}`);
    accessSync(dataDir, constants.R_OK | constants.W_OK);
    const { bavail, bsize } = statfsSync(dataDir);
    const text = `${dataDir}, ${((bavail * bsize) / GIB).toFixed(1)} GiB free`;
    return bavail * bsize < LEAST_DISK_BYTES
      ? note("data directory", `${text}; free up disk space`)
      : good("data directory", text);
  } catch (error) {
    return bad("data directory", (error as Error).message);
  }
}
