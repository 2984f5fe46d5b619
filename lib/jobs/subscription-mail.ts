import * as z from "zod";
import { sendSubscriptionMail } from "@/lib/services/subscription-mail";

const Payload = z.object({ subscriberId: z.number().int(), askedAt: z.string() });

/** The link with which a visitor confirms; repeated by the worker's own back-off while the mail server is away. */
export async function subscriptionMailJob(payload: unknown): Promise<void> {
  const { subscriberId, askedAt } = Payload.parse(payload);
  await sendSubscriptionMail(subscriberId, askedAt);
}
