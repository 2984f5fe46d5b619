import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut } from "@/lib/contract/core/fields";

const count = (description: string) => z.number().int().min(0).meta({ description });

/** Events in a project while a person was away. */
export const Away = z.object({
  since: DateOut.nullable().meta({
    description: "When you last visited the project; null if you were not away or dismissed the summary.",
  }),
  opened: count("Incidents that opened since then."),
  resolved: count("Incidents that were resolved since then."),
  changes: count("Changes by others since then. 0 unless you may read the audit log."),
});
export type Away = z.infer<typeof Away>;

export const endpoints = endpointsOf("session", "Reports", {
  getAway: {
    at: "GET /uptime/away",
    summary: "Get what happened while you were away",
    description:
      "For the current project. The request counts as a visit. You were away if your previous visit was more than 30 minutes earlier.",
    response: Away,
  },
  dismissAway: { at: "DELETE /uptime/away", summary: "Dismiss what happened while you were away" },
});
