import * as z from "zod";
import { appContract } from "@/lib/contract/apps/app";
import { text } from "@/lib/contract/core/fields";
import { judgeVendor } from "@/lib/notify/judge";
import type { AppAdapter } from "@/lib/notify/notice";

/** An app that doesn't exist. A test adds it to the registries and nowhere else. */
export const carrierPigeon = appContract({
  title: "Carrier pigeon",
  icon: "message",
  description: "Sends a pigeon with a note on its leg.",
  needs: "a loft and the call that its pigeons know",
  setup: "api",
  settings: z.object({
    loft_url: text(10, 200).meta({
      title: "Loft",
      description: "Address of the loft, 10 to 200 characters.",
      examples: ["https://loft.example.com/send"],
    }),
    call: text(8, 40).meta({
      title: "Call",
      description: "What the pigeon listens to.",
      examples: ["coo-coo-coo"],
    }),
  }),
  roles: { loft_url: { destination: "url" }, call: { secret: true } },
  ruleSettings: {
    schema: z.object({
      speed: z.enum(["glide", "dash"]).meta({ title: "Speed", description: "How fast it flies." }),
    }),
    start: { speed: { value: "glide" } },
  },
});

export const carrierPigeonAdapter: AppAdapter = {
  wantsEveryEvent: true,
  build: ({ message, messageSettings, settings }) => [
    {
      kind: "http",
      id: "fly",
      method: "POST",
      url: String(settings.loft_url),
      headers: { Authorization: `Pigeon ${String(settings.call)}` },
      body: JSON.stringify({ note: message.title, speed: messageSettings?.speed ?? null }),
    },
  ],
  judge: judgeVendor,
};
