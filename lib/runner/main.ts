import { mkdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PUBLIC_ANCHORS, parseAnchor } from "@/lib/probes/anchors";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { PUBLIC_WITNESSES } from "./name-witnesses";
import { Runner } from "./runner";

/**
 * A runner's memory is its configuration, which hardly changes, and short-lived results: letting the heap grow to 1.4 × what is alive,
 * where V8 would take 4 ×, keeps 50,000 monitors below 180 MB (C6). A V8 that does not know the flag says so and goes on.
 */
function keepSmall(): void {
  setFlagsFromString("--heap-growing-percent=40");
}

/** The runner program: CONTROL_URL and RUNNER_TOKEN say whom it works for; DATA_DIR holds its spool. */
function main(): void {
  const { CONTROL_URL, RUNNER_TOKEN, DATA_DIR, ANCHORS } = env();
  if (!CONTROL_URL || !RUNNER_TOKEN) {
    throw new Error(
      "A runner needs CONTROL_URL (the address of the server) and RUNNER_TOKEN (printed by `npm run -s cli -- runners create --region …`).",
    );
  }
  keepSmall();
  mkdirSync(DATA_DIR, { recursive: true });
  const runner = new Runner({
    controlUrl: CONTROL_URL,
    token: RUNNER_TOKEN,
    dataDir: DATA_DIR,
    anchors: ANCHORS === undefined ? PUBLIC_ANCHORS : ANCHORS.map(parseAnchor),
    witnesses: ANCHORS === undefined ? PUBLIC_WITNESSES : [],
  });
  runner.start();
  log.info("runner started", { version: PROGRAM_VERSION, control: CONTROL_URL });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    runner.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error("the runner did not stop cleanly", { error });
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The local runner's parent holds the other end: when it is gone, however it went, so are we.
  if (process.channel) process.on("disconnect", stop);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
