import * as z from "zod";
import { text } from "../core/fields";
import { appContract } from "./app";

const key = (title: string) =>
  text(30, 30).meta({
    title,
    description: "Exactly 30 characters.",
    examples: ["azGDORePK8gMaC0QOYAMyEEuzJnyUi"],
  });

const seconds = (min: number, max: number, title: string, description: string) =>
  z
    .number()
    .int()
    .min(min)
    .max(max)
    .nullish()
    .meta({ title, description, examples: [min] });

const RuleSettings = z
  .object({
    priority: z
      .enum(["lowest", "low", "normal", "high", "emergency"])
      .meta({ title: "Priority", examples: ["high"] }),
    retry: seconds(30, 86_400, "Repeat every (seconds)", "30 to 86,400 seconds; required for emergency."),
    expire: seconds(30, 10_800, "Give up after (seconds)", "30 to 10,800 seconds; required for emergency."),
  })
  .superRefine((value, context) => {
    if (value.priority !== "emergency") return;
    for (const field of ["retry", "expire"] as const) {
      if (typeof value[field] === "number") continue;
      const message = `integration_settings.${field} is required when priority is emergency.`;
      context.addIssue({ code: "custom", path: [field], message, input: value[field] });
    }
  });

const EMERGENCY = { setting: "priority", is: "emergency" } as const;

export const pushover = appContract({
  title: "Pushover",
  icon: "phone",
  description:
    "Sends a push message. An emergency repeats until someone acknowledges it or the incident recovers.",
  secretsUrl: "https://pushover.net/dashboard",
  needs: "user key and API key",
  setup: "api",
  settings: z.object({ user_key: key("User key"), api_key: key("API key") }),
  roles: {
    user_key: { secret: true, destination: "recipient" },
    api_key: { secret: true },
  },
  ruleSettings: {
    schema: RuleSettings,
    start: {
      priority: { value: "high" },
      retry: { value: 60, when: EMERGENCY },
      expire: { value: 3600, when: EMERGENCY },
    },
  },
});
