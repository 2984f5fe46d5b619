import * as z from "zod";
import { text } from "../core/fields";
import { appContract } from "./app";

export const ilert = appContract({
  title: "ilert",
  icon: "siren",
  description: "Opens an alert and resolves it when the incident recovers.",
  secretsUrl: "https://docs.ilert.com/integrations/inbound-integrations/api",
  needs: "the integration key of an alert source",
  setup: "api",
  settings: z.object({
    integration_key: text(40, 70).meta({
      title: "Integration key",
      description: "40 to 70 characters, from the alert source in ilert.",
      examples: ["il1api0123456789abcdef0123456789abcdef0123456789"],
    }),
  }),
  roles: { integration_key: { secret: true, destination: "recipient" } },
  ruleSettings: null,
});
