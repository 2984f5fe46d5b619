import {
  getRunnerConfig,
  postRunnerProbe,
  postRunnerResults,
  takeRunnerProbes,
} from "@/lib/contract/runner-endpoints";
import { authenticateRunner, postResults } from "@/lib/services/runner";
import { runnerConfig } from "@/lib/services/runner-config";
import { reportProbe, takeRunnerProbes as takeProbes } from "@/lib/services/runner-probes";
import { handlers } from "../handler";
import type { ApiRequest } from "../request";

function runnerOf(request: ApiRequest) {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers("authorization") ?? "") ?? [];
  return authenticateRunner(token);
}

export const runnerHandlers = handlers({
  [getRunnerConfig.id]: async ({ request, query }) =>
    runnerConfig(await runnerOf(request), query, request.signal),
  [postRunnerResults.id]: async ({ request, body }) => postResults(await runnerOf(request), body),
  [takeRunnerProbes.id]: async ({ request, query }) =>
    takeProbes(await runnerOf(request), query.wait, request.signal),
  [postRunnerProbe.id]: async ({ request, params, body }) =>
    reportProbe(await runnerOf(request), params.probeId, body),
});
