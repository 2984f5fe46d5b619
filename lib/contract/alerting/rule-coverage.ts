import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";

const count = z.number().int().min(0);

export const AlertRuleCoverage = z.object({
  rules: z.array(
    z.object({
      alert_rule_id: Id,
      monitors: count.meta({
        description: "Number of monitors the rule currently matches in every project it covers.",
      }),
    }),
  ),
});
export type AlertRuleCoverage = z.infer<typeof AlertRuleCoverage>;

export const endpoints = endpointsOf("project", "Alert rules", {
  getAlertRuleCoverage: {
    at: "GET /alert-rule-coverage",
    summary: "Count the monitors each alert rule matches",
    description: "The rules of the project and of the whole organization, newest first, at most 1,000.",
    response: AlertRuleCoverage,
  },
});
