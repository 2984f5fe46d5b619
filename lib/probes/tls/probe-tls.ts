import type { TlsRequest } from "@/lib/contract/protocols/tls";
import { talking } from "@/lib/probes/conversation";
import { STARTTLS } from "@/lib/probes/starttls";

/** Checks a server's certificate, after asking for TLS in the server's protocol if the monitor says so. */
export const probeTls = talking<TlsRequest>("tls", async (talk, { connection }) => {
  if (connection === "tls") return;
  for (const step of STARTTLS[connection]) await step(talk);
});
