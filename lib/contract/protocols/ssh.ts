import * as z from "zod";
import { protocolContract } from "./protocol";
import { exchangeErrors, serverControls, serverFields, serverPlace } from "./server";

/** The request of an SSH monitor. */
export const SshRequest = z.object({ host: serverFields.host, port: serverFields.port.prefault("22") });
export type SshRequest = z.infer<typeof SshRequest>;

export const ssh = protocolContract({
  label: "SSH",
  request: SshRequest,
  fields: { host: { placeholder: "shell.example.com" }, port: serverControls.port },
  ...serverPlace,
  errors: exchangeErrors("ssh"),
  failure: "The SSH server did not identify itself.",
  details: { banner: "Identification" },
});
