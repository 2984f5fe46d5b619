import * as z from "zod";
import { must } from "@/lib/contract/core/wording";

const STATUS_LIST = /^[0-9x]{3}(,[0-9x]{3})*$/;

export const StatusCodeAssertion = z
  .object({
    type: z.literal("status_code"),
    operator: z.enum(["in", "not_in"]),
    value: z
      .string()
      .max(200)
      .regex(
        STATUS_LIST,
        must("be a comma-separated list of three-character codes of digits or x, such as 2xx,30x,418"),
      )
      .meta({
        title: "Status codes",
        description: "Comma-separated status codes; x stands for any digit.",
        examples: ["2xx,30x"],
      }),
  })
  .meta({ title: "Status code" });

export const ResponseHeaderAssertion = z
  .object({
    type: z.literal("response_header"),
    operator: z.enum(["equals", "not_equals", "contains", "not_contains"]),
    selector: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, must("be a header name, such as Content-Type"))
      .meta({ title: "Header", description: "Name of the response header.", examples: ["Content-Type"] }),
    value: z
      .string()
      .max(1024)
      .meta({
        title: "Value",
        description: "The comparison ignores case.",
        examples: ["text/html"],
      }),
  })
  .meta({ title: "Header" });

export const ResponseBodyAssertion = z
  .object({
    type: z.literal("response_body"),
    operator: z.enum(["contains", "not_contains"]),
    value: z
      .string()
      .min(1)
      .max(1024)
      .meta({
        title: "Text",
        description: "Text to find in the first 512 KiB of the decompressed body, ignoring case.",
        examples: ["All systems operational"],
      }),
  })
  .meta({ title: "Body" });

/** One condition of a successful HTTP check. */
export type HttpAssertion = z.infer<
  typeof StatusCodeAssertion | typeof ResponseHeaderAssertion | typeof ResponseBodyAssertion
>;

/** Applies to HTTP monitors without assertions of their own. */
export const DEFAULT_ASSERTIONS: readonly HttpAssertion[] = [
  { type: "status_code", operator: "in", value: "2xx,30x" },
];
