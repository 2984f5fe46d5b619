import { handlers } from "@/lib/http/router/handler";
import { postResults } from "@/lib/services/runners/authenticate";
import { runnerConfig } from "@/lib/services/runners/config";
import { reportProbe, takeRunnerProbes } from "@/lib/services/runners/probes";

export const runnerHandlers = handlers({
  getRunnerConfig: ({ caller, query, request }) => runnerConfig(caller, query, request.signal),
  postRunnerResults: ({ caller, body }) => postResults(caller, body),
  postRunnerProbe: ({ caller, params, body }) => reportProbe(caller, params.probeId, body),
  takeRunnerProbes: ({ caller, query, request }) => takeRunnerProbes(caller, query.wait, request.signal),
});
