import * as z from "zod";
import { Host } from "./host";
import { protocolContract } from "./protocol";

/** The request of an ICMP monitor. */
export const IcmpRequest = z.object({
  host: Host,
  packets: z
    .number()
    .int()
    .min(1)
    .max(20)
    .nullable()
    .meta({
      title: "Packets",
      description:
        "How many packets each check sends, 1 to 20. With several, it also measures loss and jitter. Leave empty for one.",
      examples: [null],
    })
    .default(null),
  loss_max_percent: z
    .number()
    .int()
    .min(0)
    .max(99)
    .nullable()
    .meta({
      title: "Allowed loss (%)",
      description: "Down when more packets are lost, 0 to 99 percent. Leave empty to accept any reply.",
      examples: [20],
    })
    .default(null),
});
export type IcmpRequest = z.infer<typeof IcmpRequest>;

export const icmp = protocolContract({
  label: "Ping",
  request: IcmpRequest,
  fields: {
    host: { placeholder: "db.example.com" },
    packets: { advanced: true },
    loss_max_percent: { advanced: true },
  },
  target: "{host}",
  place: ({ host }: IcmpRequest) => ({ field: "host", host, port: 0 }),
  errors: { icmp_timeout: "network", icmp_unreachable: "network", icmp_loss: "network" },
  failure: "The host did not reply to ping, or to too few packets.",
  details: { packet_loss: "Packet loss", jitter: "Jitter" },
});
