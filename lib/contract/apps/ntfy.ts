import * as z from "zod";
import { text } from "../core/fields";
import { fieldName } from "../core/wording";
import { appContract } from "./app";
import { BasicAuth } from "./basic-auth";

const SERVER =
  /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.?(?::[1-9]\d{0,4})?\/?$/i;

const hostname = text(4, 100)
  .refine((value) => SERVER.test(value) && URL.canParse(value.includes("://") ? value : `https://${value}`), {
    error: ({ path, input }) =>
      `${fieldName(path)} must be a hostname with an optional port, or the server's URL without path and user; got ${JSON.stringify(input)}.`,
  })
  .meta({
    title: "Server",
    description:
      "4 to 100 characters: a hostname with an optional port, or a URL. A hostname uses https, or plain http for a private or loopback address. For plain http, enter the URL with http://.",
    examples: ["ntfy.sh"],
  });

export const ntfy = appContract({
  title: "ntfy",
  icon: "bell",
  description: "Sends a push message to a topic of ntfy.sh or your own ntfy server.",
  needs: "hostname and topic; an access token, or a username and password, if the topic needs one",
  setup: "api",
  settings: z.object({
    hostname,
    topic: text(1, 255).meta({
      title: "Topic",
      description: "1 to 255 characters.",
      examples: ["alerts-4f2a"],
    }),
    access_token: text(32, 32)
      .nullable()
      .default(null)
      .meta({
        title: "Access token",
        description: "Exactly 32 characters. Only protected topics need one.",
        examples: ["tk_0123456789abcdefghijklmnopqrs"],
      }),
    basic_auth: BasicAuth,
  }),
  roles: {
    hostname: { destination: "host" },
    topic: { destination: "recipient" },
    access_token: { secret: true },
    basic_auth: { secret: true },
  },
  ruleSettings: {
    schema: z.object({
      priority: z
        .enum(["min", "low", "default", "high", "max"])
        .meta({ title: "Priority", examples: ["high"] }),
    }),
    start: { priority: { value: "high" } },
  },
});
