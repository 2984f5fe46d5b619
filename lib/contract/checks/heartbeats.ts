import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut } from "@/lib/contract/core/fields";
import { MonitorParams } from "@/lib/contract/monitors/monitors";

/** A signal that a heartbeat monitor received. */
export const HeartbeatSignal = z.object({
  number: z
    .number()
    .int()
    .meta({ description: "Counts the monitor's signals from 1.", examples: [42] }),
  kind: z.enum(["success", "start", "fail", "log"]).meta({ examples: ["success"] }),
  run_id: z.string().nullable().meta({ description: "Run ID sent as `rid`; null without one." }),
  exit_status: z
    .number()
    .int()
    .nullable()
    .meta({ description: "Exit status sent in the URL; null without one." }),
  message: z.string().nullable().meta({ description: "Message sent in the URL; null without one." }),
  run_time: z.number().int().nullable().meta({
    description: "Milliseconds since the start signal, or as reported by the client; null if unknown.",
  }),
  received_at: DateOut,
  method: z.string().meta({ examples: ["POST"] }),
  user_agent: z.string().nullable(),
  remote_address: z.string().nullable(),
  body_bytes: z
    .number()
    .int()
    .meta({
      description: "Size of the body as sent. The first 100,000 bytes are kept.",
      examples: [0],
    }),
});
export type HeartbeatSignal = z.infer<typeof HeartbeatSignal>;

export const HeartbeatSignalWithBody = HeartbeatSignal.extend({
  body: z.string().nullable().meta({ description: "Kept part of the body as text; null without one." }),
});

/** How to send signals to a heartbeat monitor, and what it received and expects. */
export const Heartbeat = z.object({
  ping_url: z
    .url()
    .nullable()
    .meta({
      description: "URL for success signals by token; null if the token can't be decrypted.",
      examples: ["https://status.example.com/ping/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278"],
    }),
  slug_url: z
    .url()
    .nullable()
    .meta({ description: "The same by the project's ping key and the slug; null without a slug." }),
  push_url: z.url().nullable().meta({ description: "URL for clients of Uptime Kuma's push monitors." }),
  last_signal_at: DateOut.nullable(),
  expected_at: DateOut.nullable().meta({
    description: "When the next signal is expected; null before the first signal and while paused.",
  }),
  deadline_at: DateOut.nullable().meta({ description: "When it counts as missed." }),
  running: z
    .number()
    .int()
    .meta({ description: "Runs that started and haven't ended.", examples: [0] }),
  signals: z
    .array(HeartbeatSignal)
    .meta({ description: "The last 100 signals, newest first, without bodies." }),
  interruptions: z.array(z.object({ started_at: DateOut, ended_at: DateOut })).meta({
    description:
      "The last 10 times in which no server could receive signals, newest first. Deadlines restart after them.",
  }),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

const read = { scope: "project", permission: "uptime:read", tag: "Monitors" } as const;

export const getHeartbeat = endpoint("getHeartbeat", "GET /uptime/monitors/{monitorId}/heartbeat", {
  ...read,
  summary: "Get the signals of a heartbeat monitor",
  description: "Responds with 404 for monitors of other protocols.",
  params: MonitorParams,
  response: Heartbeat,
});

export const getHeartbeatSignal = endpoint(
  "getHeartbeatSignal",
  "GET /uptime/monitors/{monitorId}/signals/{number}",
  {
    ...read,
    summary: "Get a signal with its body",
    params: MonitorParams.extend({
      number: z
        .number()
        .int()
        .min(1)
        .meta({ examples: [42] }),
    }),
    response: HeartbeatSignalWithBody,
  },
);
