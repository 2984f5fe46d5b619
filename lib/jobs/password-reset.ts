import * as z from "zod";
import { sendPasswordReset } from "@/lib/services/password-reset";

const Payload = z.object({ email: z.string() });

/** A link by mail for who forgot the password; repeated by the worker's own back-off while the mail server is away. */
export async function passwordResetJob(payload: unknown): Promise<void> {
  await sendPasswordReset(Payload.parse(payload).email);
}
