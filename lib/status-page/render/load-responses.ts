import { rawSeries, rolledSeries } from "@/lib/store/checks/series";
import type { StatusPageRow } from "@/lib/store/status-pages/pages";
import { RESPONSE_RANGES, type ResponseTimes, responseTimes } from "./response-times";

/** Loads a component's response times for each range; none when the page doesn't show them. */
export async function loadResponses(
  page: Pick<StatusPageRow, "project_id" | "show_response_times">,
  monitorId: number,
  now: Date,
): Promise<ResponseTimes[]> {
  if (!page.show_response_times) return [];
  return Promise.all(
    RESPONSE_RANGES.map(async ({ hours, stepMs, source }) => {
      const from = Math.floor((now.getTime() - hours * 3_600_000) / stepMs) * stepMs;
      const window = { from: new Date(from), to: now, stepSeconds: stepMs / 1000 };
      const rows =
        source === "results"
          ? await rawSeries(page.project_id, monitorId, window)
          : await rolledSeries(page.project_id, monitorId, window, source);
      return responseTimes(rows, { hours, from, to: now.getTime(), stepMs });
    }),
  );
}
