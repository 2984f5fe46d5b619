import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { ExternalRequest } from "@/lib/contract/protocols/external";

/** A signal that a heartbeat monitor received. */
export const HeartbeatSignal = z.object({
  number: z
    .number()
    .int()
    .meta({ description: "Counts the monitor's signals from 1.", examples: [42] }),
  kind: z.enum(["success", "start", "fail", "log", "acknowledge"]).meta({ examples: ["success"] }),
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

/** How to send signals to a monitor that reports in, and what it received and expects. */
export const Heartbeat = z.object({
  ping_url: z
    .url()
    .nullable()
    .meta({
      description: "Success URL with the token; null if the token cannot be decrypted.",
      examples: ["https://status.example.com/ping/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278"],
    }),
  slug_url: z
    .url()
    .nullable()
    .meta({ description: "Success URL with the project's ping key and the slug; null without a slug." }),
  push_url: z.url().nullable().meta({ description: "URL for clients of Uptime Kuma's push monitors." }),
  receive_url: z
    .url()
    .nullable()
    .meta({
      description:
        "Base URL for alerts from other systems. Append the format: `/alertmanager`, `/grafana`, `/json`, or the paths of PagerDuty and Opsgenie. Null for a monitor that expects signals.",
      examples: ["https://status.example.com/api/in/5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278"],
    }),
  open_alerts: z
    .array(z.object({ key: z.string(), title: z.string(), last_signal_at: DateOut }))
    .meta({ description: "Open alerts from other systems." }),
  last_signal_at: DateOut.nullable(),
  expected_at: DateOut.nullable().meta({
    description: "When the next signal is expected; null before the first signal and while paused.",
  }),
  deadline_at: DateOut.nullable().meta({ description: "When the expected signal counts as missed." }),
  running: z
    .number()
    .int()
    .meta({ description: "Runs that have started but not ended.", examples: [0] }),
  signals: z
    .array(HeartbeatSignal)
    .meta({ description: "The last 100 signals, newest first, without bodies." }),
  interruptions: z.array(z.object({ started_at: DateOut, ended_at: DateOut })).meta({
    description:
      "The last 10 periods in which no server could receive signals, newest first. Deadlines restart after each one.",
  }),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

/** Alert that a mapping reads from a payload. */
export const MappedPayload = z.object({
  number: HeartbeatSignal.shape.number,
  received_at: DateOut,
  effect: z
    .enum(["opens", "recovers", "none", "unreadable"])
    .meta({ description: "`unreadable` if the payload is not JSON or only a part of it was kept." }),
  key: z.string().nullable(),
  title: z.string().nullable(),
  payload: z.string().meta({ description: "Kept part of the payload, at most 100,000 bytes." }),
});
export type MappedPayload = z.infer<typeof MappedPayload>;

export const endpoints = endpointsOf("project", "Monitors", {
  getHeartbeat: {
    at: "GET /uptime/monitors/{monitorId}/heartbeat",
    summary: "Get the signals of a heartbeat or external alert monitor",
    description: "Heartbeats and external alerts. Responds with 404 for monitors of other protocols.",
    response: Heartbeat,
  },
  getHeartbeatSignal: {
    at: "GET /uptime/monitors/{monitorId}/signals/{number}",
    summary: "Get a signal with its body",
    params: z.object({
      monitorId: Id,
      number: z
        .number()
        .int()
        .min(1)
        .meta({ examples: [42] }),
    }),
    response: HeartbeatSignalWithBody,
  },
  tryMapping: {
    at: "POST /uptime/monitors/{monitorId}/try-mapping",
    permission: "uptime:read",
    summary: "Try a mapping on the last payloads",
    description: "Shows how the mapping would handle the monitor's last 20 payloads. Nothing is saved.",
    body: ExternalRequest,
    response: z.object({ payloads: z.array(MappedPayload) }),
  },
});
