import * as z from "zod";

export const TestIncidentJob = z.object({ projectId: z.number().int(), testIncidentId: z.uuid() });

const modelText = {
  projectId: z.number().int(),
  incidentId: z.number().int(),
  facts: z.string(),
  attempt: z.number().int(),
  askedAt: z.number(),
};

/** A text requested from the language model, with the built-in text that stays if the request fails. */
export const ModelText = z.discriminatedUnion("subject", [
  z.object({
    ...modelText,
    subject: z.literal("opening"),
    builtIn: z.object({ title: z.string(), description: z.string() }),
  }),
  z.object({ ...modelText, subject: z.literal("post_mortem"), builtIn: z.object({ markdown: z.string() }) }),
]);

/** An email from the installation itself. It is stored in the job queue, so it must not contain a secret. */
export const SystemMail = z.object({
  organizationId: z.number().int().nullable(),
  to: z.array(z.object({ name: z.string(), email: z.string() })),
  message: z.object({
    level: z.enum(["down", "up", "warning", "info"]),
    title: z.string(),
    lines: z.array(z.string()),
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    link: z.object({ label: z.string(), url: z.string() }),
    footer: z.string(),
  }),
});
