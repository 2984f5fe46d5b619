import { ResultBatch } from "@/lib/contract/checks/check";
import { ingest } from "@/lib/engine/ingest";
import { now } from "@/lib/shared/clock";
import { acceptedAll } from "@/lib/testing/runners/reports";
import { run } from "@/lib/testing/sql";
import { benchMonitors, inDatabase, stopBenchServer } from "../ingest-database";
import { ControlServer } from "./control-server";
import { fleetMonitors } from "./fleet";
import type { Seen } from "./pipeline";
import { quantile } from "./statistics";

// The server side of `pipeline-cpu` as its own process: a runner's results are parsed, judged, and stored in PostgreSQL
// before they're acknowledged. Arguments: port of the target and monitors. Reports its port, counts how late checks start from "count" on, reports that and the stored
// outcomes on "seen", and stops its database on "stop".

async function storedOutcomes(): Promise<Record<string, number>> {
  const rows = await run`select outcome, count(*)::int as count from results group by outcome`;
  const names = ["up", "down", "inconclusive", "missed"];
  return Object.fromEntries(rows.map(({ outcome, count }) => [names[outcome] ?? "?", count]));
}

function lateMs({ latenessMs }: ControlServer): Seen["lateMs"] {
  return { p99: quantile(latenessMs, 0.99), max: quantile(latenessMs, 1) };
}

/** Serves until its parent says stop, or is gone. */
const serve = inDatabase(async (targetPort: number, monitors: number): Promise<void> => {
  await benchMonitors(monitors);
  const control = new ControlServer(fleetMonitors(monitors, targetPort), async (batch) => {
    await ingest(ResultBatch.parse(batch).results, null, now().getTime());
    return acceptedAll(batch.results.length).body;
  });
  const port = await control.listen();
  await new Promise<void>((end) => {
    process.on("message", (message) => {
      if (message === "stop") end();
      else if (message === "count") control.countFromMs = now().getTime();
      else void storedOutcomes().then((outcomes) => process.send?.({ outcomes, lateMs: lateMs(control) }));
    });
    process.on("disconnect", end);
    process.send?.({ port });
  });
});

const [targetPort, monitors] = process.argv.slice(2);
await serve(Number(targetPort), Number(monitors)).finally(stopBenchServer);
process.exit(0);
