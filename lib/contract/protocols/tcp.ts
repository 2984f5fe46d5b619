import * as z from "zod";
import { protocolContract } from "./protocol";
import { serverControls, serverFields, serverPlace } from "./server";

/** The request of a TCP monitor. */
export const TcpRequest = z.object(serverFields);
export type TcpRequest = z.infer<typeof TcpRequest>;

export const tcp = protocolContract({
  label: "TCP",
  request: TcpRequest,
  fields: { ...serverControls, port: { narrow: true, initial: "443" } },
  ...serverPlace,
  errors: {},
  demo: ({ hostname, port, protocol }) => ({
    name: "Load balancer",
    request: { host: hostname.replace(/^\[|\]$/g, ""), port: port || (protocol === "https:" ? "443" : "80") },
  }),
});
