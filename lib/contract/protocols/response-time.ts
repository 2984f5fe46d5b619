import * as z from "zod";
import { must } from "@/lib/contract/core/wording";

/** Limits how long a check may take. Used by every protocol that measures a response. */
export const ResponseTimeAssertion = z
  .object({
    type: z.literal("response_time"),
    operator: z.enum(["less_than"]),
    value: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, must("be a number of milliseconds from 1 to 99999"))
      .meta({
        title: "Milliseconds",
        description: "Milliseconds from the start of the check to the end of the response, as text.",
        examples: ["200"],
      }),
  })
  .meta({ title: "Response time" });
