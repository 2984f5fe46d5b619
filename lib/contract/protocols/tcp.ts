import * as z from "zod";
import { Host } from "./host";

const PORT = /^[1-9]\d{0,4}$/;

/** A port is text on the wire, because published clients expect it; a number is accepted. */
export const Port = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((port) => PORT.test(port) && Number(port) <= 65535, {
    message: 'The port must be a whole number from "1" to "65535".',
  })
  .pipe(z.string())
  .meta({
    title: "Port",
    description: 'Port from "1" to "65535", as text; a number is accepted and comes back as text.',
    examples: ["443"],
  });

const fields = {
  host: Host,
  port: Port,
  connection: z.enum(["plain", "tls"]).meta({
    title: "Connection",
    description: "Whether a TLS handshake follows the connect.",
    examples: ["tls"],
  }),
  tls_skip_verify: z.boolean().meta({
    title: "Accept any certificate",
    description: "Whether an invalid certificate passes; it is still reported.",
    examples: [false],
  }),
};

/** What a TCP monitor connects to. */
export const TcpRequest = z.object({
  ...fields,
  connection: fields.connection.default("plain"),
  tls_skip_verify: fields.tls_skip_verify.default(false),
});
export type TcpRequest = z.infer<typeof TcpRequest>;
