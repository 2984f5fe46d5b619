import * as z from "zod";
import { Host } from "@/lib/contract/protocols/host";
import { protocolContract } from "@/lib/contract/protocols/protocol";

// A protocol that no one uses. Tests add it to both registries, and to nothing else, as an engineer would add a real one.

export const KnockRequest = z.object({
  host: Host,
  times: z
    .number()
    .int()
    .min(1)
    .max(9)
    .default(3)
    .meta({ title: "Times", description: "How often to knock, 1 to 9 times.", examples: [3] }),
  mood: z
    .enum(["polite", "angry"])
    .default("polite")
    .meta({ title: "Mood", description: "How to knock.", examples: ["polite"] }),
  password: z
    .string()
    .max(50)
    .nullable()
    .default(null)
    .meta({ title: "Password", description: "What to whisper.", examples: [null] }),
  guests: z
    .array(z.string().max(20))
    .max(3)
    .default([])
    .meta({ title: "Guests", description: "Who comes along.", examples: [["Ada"]] }),
});

const ReplyAssertion = z
  .object({
    type: z.literal("knock_reply"),
    operator: z.enum(["equals", "contains"]),
    value: z
      .string()
      .max(50)
      .meta({ title: "Reply", description: "What must be said.", examples: ["Come in"] }),
  })
  .meta({ title: "Reply" });

export const knock = protocolContract({
  label: "Knock",
  request: KnockRequest,
  fields: {
    host: { placeholder: "door.example.com" },
    times: { narrow: true },
    mood: { choices: { polite: "Politely" } },
    password: { advanced: true, secret: true, when: { mood: ["polite"] } },
    guests: { advanced: true },
  },
  target: "{host} × {times}",
  place: (request: z.infer<typeof KnockRequest>) => ({ field: "host", host: request.host, port: 7 }),
  assertions: [ReplyAssertion],
  errors: { knock_ignored: "network", knock_rejected: "target" },
  failure: "Nobody opened the door.",
  details: { replies: "Replies" },
});
