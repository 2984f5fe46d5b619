import { startEmbedded } from "@/lib/store/embedded/supervisor";

// A separate process for tests that kill it: starts the database in the given directory, prints its address, and waits.
startEmbedded({ dataDir: process.argv[2] ?? "" }).then(
  ({ url, pid }) => {
    process.stdout.write(`${JSON.stringify({ url, pid, node: process.pid })}\n`);
    process.stdin.resume();
  },
  (error: Error) => {
    process.stdout.write(error.message.replaceAll("\n", " "));
    process.exitCode = 1;
  },
);
