import * as z from "zod";
import { text } from "../core/fields";
import { must } from "../core/wording";
import { appContract } from "./app";

const CHAT_ID = /^(-?\d{1,20}|@[A-Za-z0-9_]{4,64})$/;

export const telegram = appContract({
  title: "Telegram",
  icon: "message",
  description:
    "Sends a message through a bot. Later messages about the same incident reply to the first one.",
  secretsUrl: "https://t.me/BotFather",
  needs: "a bot token from @BotFather and the chat ID. Add the bot to the chat first.",
  setup: "dashboard",
  settings: z.object({
    bot_token: text(10, 250)
      .nullish()
      .meta({
        title: "Bot token",
        description: "@BotFather sends you the token when you create a bot.",
        examples: ["110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"],
      }),
    chat_id: text(1, 66)
      .regex(CHAT_ID, must("be a number or @name"))
      .nullish()
      .meta({
        title: "Chat",
        description: "A chat ID, or the @name of a channel. Add the bot to the chat first.",
        examples: ["-1001234567890"],
      }),
  }),
  roles: { bot_token: { secret: true }, chat_id: { destination: "recipient" } },
  complete: [["bot_token", "chat_id"]],
  ruleSettings: null,
});
