import * as z from "zod";
import { text } from "../core/fields";
import { must } from "../core/wording";
import { appContract } from "./app";

const CHAT_ID = /^(-?\d{1,20}|@[A-Za-z0-9_]{4,64})$/;

export const telegram = appContract({
  title: "Telegram",
  description:
    "Sends a message through a bot. Later messages about the same incident reply to the first one.",
  setup: "dashboard",
  settings: z.object({
    bot_token: text(10, 250)
      .nullish()
      .meta({
        title: "Bot token",
        description: "From @BotFather. Write-only.",
        examples: ["110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"],
      }),
    chat_id: text(1, 66)
      .regex(CHAT_ID, must("be a number or @name"))
      .nullish()
      .meta({
        title: "Chat",
        description: "Number of a chat, or @name of a channel.",
        examples: ["-1001234567890"],
      }),
  }),
  roles: { bot_token: { secret: true }, chat_id: { destination: "recipient" } },
  ruleSettings: null,
});
