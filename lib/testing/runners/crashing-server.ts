import { RunnerChild } from "@/server/start/runner-child";
import { builtInRunnerAt } from "../runners/built-in-runner";

// A server that only keeps a built-in runner until a test kills it. Arguments: the data directory and the address that the runner
// talks to.
const [, , dataDir = "", controlUrl = ""] = process.argv;
new RunnerChild(builtInRunnerAt(dataDir, controlUrl));
setInterval(() => undefined, 60_000);
