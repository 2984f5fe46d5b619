import * as z from "zod";
import { appContract } from "./app";
import { Members } from "./members";

export const sms = appContract({
  title: "SMS",
  description: "Sends a text message to the selected members who have a phone number.",
  setup: "api",
  settings: z.object({ members: Members }),
  roles: { members: { destination: "recipient" } },
  ruleSettings: null,
});
