import * as z from "zod";
import { serverControls, serverFields, signInControls, signInFields, UpgradableConnection } from "./server";

/** Returns the request of a monitor of mail servers, with their usual port. */
export const mailRequest = (port: string) =>
  z.object({
    ...serverFields,
    port: serverFields.port.prefault(port),
    connection: UpgradableConnection,
    ...signInFields,
  });
export type MailRequest = z.infer<ReturnType<typeof mailRequest>>;

/** The controls of that request. */
export const mailControls = {
  ...serverControls,
  host: { placeholder: "mail.example.com" },
  ...signInControls,
} as const;
