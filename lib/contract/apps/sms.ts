import * as z from "zod";
import { appContract } from "./app";
import { Members } from "./members";

export const sms = appContract({
  title: "SMS",
  icon: "text",
  description:
    "Sends a text message to the selected members who have a phone number. Requires Twilio on the server.",
  needs:
    "members with a phone number in their account; `TWILIO_ACCOUNT_SID`, `TWILIO_AUTH_TOKEN`, and `TWILIO_FROM` on the server",
  setup: "api",
  plan: "scale",
  settings: z.object({ members: Members }),
  roles: { members: { destination: "members" } },
  ruleSettings: null,
});
