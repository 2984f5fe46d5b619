import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { IMPACTS, Impact } from "@/lib/contract/incidents/states";
import { STATE_DAYS } from "./state-days";

const DayRun = z.object({
  state: z
    .enum(["empty", ...IMPACTS])
    .exclude(["unknown"])
    .meta({ description: "The worst state of the days. `empty` means no data." }),
  days: z.int().min(1).max(STATE_DAYS).meta({ description: "The number of successive days." }),
});

/** The state of a page as last rendered for its visitors. */
export const StatusPageState = z.object({
  status_page_id: Id,
  current_incident_impact: Impact,
  updated_at: DateOut.meta({ description: "When the page was rendered." }),
  components: z.array(
    z.object({
      name: z.string(),
      current_incident_impact: Impact,
      recent_days: z.array(DayRun).meta({
        description: `The last ${STATE_DAYS} days in the time zone of the page, oldest first. Successive days in the same state are one item.`,
      }),
    }),
  ),
});
export type StatusPageState = z.infer<typeof StatusPageState>;

export const endpoints = endpointsOf("project", "Status pages", {
  getStatusPageStates: {
    at: "GET /uptime/status-page-states",
    summary: "Get the state of up to 100 status pages",
    description: "Pages that have not been rendered yet are left out.",
    query: z.object({
      status_page_id: repeated(Id),
      component_limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(1000)
        .default(1000)
        .meta({
          description: "Components per page, 1 to 1,000, the first in display order. Defaults to all.",
          examples: [4],
        }),
    }),
    response: z.object({ pages: z.array(StatusPageState) }),
  },
});
