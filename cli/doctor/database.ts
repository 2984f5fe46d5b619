import { listRunners } from "@/lib/services/runners/registry";
import { now } from "@/lib/shared/clock";
import { isEmbedded } from "@/lib/shared/env";
import { isPooled } from "@/lib/store/core/addresses";
import { databaseFacts } from "@/lib/store/core/database-facts";
import { withDatabase } from "../connect";
import { bad, type Finding, good, note } from "./finding";

const CLOCK_TOLERANCE_MS = 2000;
const MIB = 1024 ** 2;

export async function databaseFindings(): Promise<Finding[]> {
  const kind = isEmbedded() ? "embedded" : "external";
  try {
    return await withDatabase(async () => {
      const before = now().getTime();
      const facts = await databaseFacts();
      const offMs = Math.round(facts.now.getTime() - (before + now().getTime()) / 2);
      return [
        good("database", `${kind} PostgreSQL ${facts.version}, ${(facts.bytes / MIB).toFixed(0)} MiB`),
        ...connection(),
        facts.checksums
          ? good("checksums", "on")
          : note("checksums", "off; PostgreSQL won't detect corrupted pages"),
        clock(offMs),
        await runners(),
      ];
    });
  } catch (error) {
    return [bad("database", (error as Error).message)];
  }
}

/** Reports what each address is used for. Startup has already rejected addresses that can't work. */
function connection(): Finding[] {
  if (isEmbedded()) return [];
  const text = isPooled()
    ? "DATABASE_URL for transactions, DATABASE_DIRECT_URL for migrations, live updates, and the job queue"
    : "DATABASE_URL supports sessions; DATABASE_DIRECT_URL isn't needed";
  return [good("connection", text)];
}

function clock(offMs: number): Finding {
  if (Math.abs(offMs) <= CLOCK_TOLERANCE_MS) return good("clock", `${offMs} ms off the database's clock`);
  return bad("clock", `${offMs} ms off the database's clock; synchronize both machines with NTP`);
}

async function runners(): Promise<Finding> {
  const alive = (await listRunners()).filter((runner) => runner.state === "alive");
  if (alive.length === 0)
    return note("runners", "none connected (the built-in runner starts with the server)");
  return good("runners", alive.map((runner) => runner.region ?? runner.name).join(", "));
}
