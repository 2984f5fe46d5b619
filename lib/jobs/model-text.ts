import * as z from "zod";
import { writeModelText } from "@/lib/services/model-text";

const common = {
  projectId: z.number().int(),
  incidentId: z.number().int(),
  facts: z.string(),
  attempt: z.number().int(),
  askedAt: z.number(),
};
const Payload = z.discriminatedUnion("subject", [
  z.object({
    ...common,
    subject: z.literal("opening"),
    builtIn: z.object({ title: z.string(), description: z.string() }),
  }),
  z.object({ ...common, subject: z.literal("post_mortem"), builtIn: z.object({ markdown: z.string() }) }),
]);

/** A text by the language model. It repeats itself when the model fails; the worker repeats it only when the database failed. */
export async function modelTextJob(payload: unknown): Promise<void> {
  await writeModelText(Payload.parse(payload));
}
