import * as z from "zod";
import { must } from "@/lib/contract/core/wording";
import { Host } from "./host";
import { protocolContract } from "./protocol";

const PORT = /^[1-9]\d{0,4}$/;

/** A port, returned as text because published clients expect that. Numbers are accepted as well. */
export const Port = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((port) => PORT.test(port) && Number(port) <= 65535, must('be a whole number from "1" to "65535"'))
  .pipe(z.string())
  .meta({
    title: "Port",
    description: 'Port from "1" to "65535" as text. A number is accepted and returned as text.',
    examples: ["443"],
  });

const fields = {
  host: Host,
  port: Port,
  connection: z.enum(["plain", "tls"]).meta({
    title: "Connection",
    description: "Whether to complete a TLS handshake after connecting.",
    examples: ["tls"],
  }),
  tls_skip_verify: z.boolean().meta({
    title: "Accept any certificate",
    description: "Whether to accept an invalid certificate. It is still reported.",
    examples: [false],
  }),
};

/** The request of a TCP monitor. */
export const TcpRequest = z.object({
  ...fields,
  connection: fields.connection.default("plain"),
  tls_skip_verify: fields.tls_skip_verify.default(false),
});
export type TcpRequest = z.infer<typeof TcpRequest>;

export const tcp = protocolContract({
  label: "TCP",
  request: TcpRequest,
  fields: {
    host: { placeholder: "db.example.com" },
    port: { narrow: true, initial: "443" },
    connection: { choices: { plain: "Plain TCP", tls: "TLS" } },
    tls_skip_verify: { when: { connection: ["tls"] } },
  },
  target: "{host}:{port}",
  place: ({ host, port }: TcpRequest) => ({ field: "host", host, port: Number(port) }),
  assertions: [],
  errors: {},
  demo: ({ hostname, port, protocol }) => ({
    name: "Load balancer",
    request: { host: hostname.replace(/^\[|\]$/g, ""), port: port || (protocol === "https:" ? "443" : "80") },
  }),
});
