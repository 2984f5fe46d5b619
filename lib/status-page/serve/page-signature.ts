import { createHash } from "node:crypto";
import { shownPercent } from "@/lib/domain/checks/availability";
import { dayNumber } from "@/lib/domain/core/zone";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import type { PageInput } from "@/lib/status-page/model/build-model";
import { monitorsOf, type PageModel } from "@/lib/status-page/model/model";

/**
 * Returns a string that changes with everything that the home page shows, except the time of the last check. Costs a
 * tenth of a rendering: it reads the rows, and of the model only what changes as time passes.
 */
export function pageSignature({ monitors, now, ...rest }: PageInput, model: PageModel): string {
  const lasting = monitors.map(({ last_checked_at: _, recent_response_times: __, ...row }) => row);
  const passing = monitorsOf(model.components).map(({ state, availability, medianMs, days }) => [
    state,
    availability === null ? null : shownPercent(availability),
    medianMs,
    days.at(-1),
  ]);
  const whole = [
    model.state,
    model.stale,
    model.checkedAt === null,
    dayNumber(now.getTime(), rest.settings.timeZone),
  ];
  const missedUpdates = model.incidents.map(
    ({ nextUpdateAt }) => nextUpdateAt !== null && nextUpdateAt < now,
  );
  return createHash("sha256")
    .update(JSON.stringify([PROGRAM_VERSION, rest, lasting, passing, whole, missedUpdates]))
    .digest("base64url");
}
