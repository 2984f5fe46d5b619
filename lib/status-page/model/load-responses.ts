import { rawSeries, rolledSeries } from "@/lib/store/checks/series";
import type { PageSettings } from "./model";
import { RESPONSE_RANGES, type ResponseTimes, responseTimes } from "./response-times";

/** Loads a component's response times for each range; none when the page doesn't show them. */
export async function loadResponses(
  { projectId, showResponseTimes }: Pick<PageSettings, "projectId" | "showResponseTimes">,
  monitorId: number,
  now: Date,
): Promise<ResponseTimes[]> {
  if (!showResponseTimes) return [];
  return Promise.all(
    RESPONSE_RANGES.map(async ({ hours, stepMs, source }) => {
      const from = Math.floor((now.getTime() - hours * 3_600_000) / stepMs) * stepMs;
      const window = { from: new Date(from), to: now, stepSeconds: stepMs / 1000 };
      const rows =
        source === "results"
          ? await rawSeries(projectId, monitorId, window)
          : await rolledSeries(projectId, monitorId, window, source);
      return responseTimes(rows, { hours, from, to: now.getTime(), stepMs });
    }),
  );
}
