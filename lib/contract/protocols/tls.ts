import * as z from "zod";
import { Host } from "./host";
import { protocolContract } from "./protocol";
import { exchangeErrors, serverFields, serverPlace } from "./server";

const { host, port, tls_skip_verify } = serverFields;

/** The request of a TLS monitor. */
export const TlsRequest = z.object({
  host,
  port: port.prefault("443"),
  connection: z
    .enum(["tls", "smtp", "imap", "pop3", "ldap", "postgres"])
    .meta({
      title: "Connection",
      description:
        "Whether TLS begins with the connection, or after asking for it in a mail, LDAP, or PostgreSQL server's protocol.",
      examples: ["smtp"],
    })
    .default("tls"),
  server_name: Host.nullable()
    .meta({
      title: "Server name",
      description: "Name to send and to verify the certificate for, if it differs from the host.",
      examples: [null],
    })
    .default(null),
  tls_skip_verify,
});
export type TlsRequest = z.infer<typeof TlsRequest>;

export const tls = protocolContract({
  label: "TLS certificate",
  request: TlsRequest,
  fields: {
    host: { placeholder: "mail.example.com" },
    port: { narrow: true },
    connection: {
      choices: {
        tls: "TLS",
        smtp: "STARTTLS (SMTP)",
        imap: "STARTTLS (IMAP)",
        pop3: "STLS (POP3)",
        ldap: "StartTLS (LDAP)",
        postgres: "SSLRequest (PostgreSQL)",
      },
    },
    server_name: { advanced: true, placeholder: "mail.example.com" },
    tls_skip_verify: { advanced: true },
  },
  ...serverPlace,
  errors: exchangeErrors("tls"),
});
