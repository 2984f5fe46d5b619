import * as z from "zod";
import { appContract } from "./app";
import { Members } from "./members";

export const email = appContract({
  title: "Email",
  icon: "mail",
  description: "Sends an email to the selected members. Emails about the same incident form one thread.",
  needs: "members, and a [mail server](email.md)",
  setup: "api",
  settings: z.object({ members: Members }),
  roles: { members: { destination: "members" } },
  ruleSettings: null,
});
