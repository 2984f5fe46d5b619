import * as z from "zod";
import { Host } from "./host";
import { protocolContract } from "./protocol";

/** The request of an ICMP monitor. */
export const IcmpRequest = z.object({ host: Host });
export type IcmpRequest = z.infer<typeof IcmpRequest>;

export const icmp = protocolContract({
  label: "Ping",
  request: IcmpRequest,
  fields: { host: { placeholder: "db.example.com" } },
  target: "{host}",
  place: ({ host }: IcmpRequest) => ({ field: "host", host, port: 0 }),
  assertions: [],
  errors: { icmp_timeout: "network", icmp_unreachable: "network" },
  failure: "The host did not reply to ping.",
});
