import * as z from "zod";
import { jsonPathProblem } from "@/lib/contract/core/json-path";
import { fieldName, must } from "@/lib/contract/core/wording";
import { asksPresence, PRESENCE } from "./presence";
import type { ResponseTimeAssertion } from "./response-time";

const NUMBER = /^-?\d{1,300}(\.\d{1,300})?$/;

const isPresenceAlone = ({ operator, value }: { operator: string; value: string }) =>
  value === "" || !asksPresence(operator);
const PRESENCE_ALONE = {
  path: ["value"],
  error: ({ path }: { path?: PropertyKey[] | undefined }) =>
    `${fieldName(path)} must be empty with ${PRESENCE.join(" and ")}.`,
};

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
    operator: z.enum(["equals", "not_equals", "contains", "not_contains", ...PRESENCE]),
    selector: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, must("be a header name, such as Content-Type"))
      .meta({ title: "Header", description: "Name of the response header.", examples: ["Content-Type"] }),
    value: z
      .string()
      .max(1024)
      .default("")
      .meta({
        title: "Value",
        description: "The comparison ignores case. Empty with `exists` and `not_exists`.",
        examples: ["text/html"],
      }),
  })
  .refine(isPresenceAlone, PRESENCE_ALONE)
  .meta({ title: "Header" });

const NUMERIC = ["greater_than", "at_least", "less_than", "at_most"] as const;

export const ResponseJsonAssertion = z
  .object({
    type: z.literal("response_json"),
    operator: z.enum(["equals", "not_equals", "contains", "not_contains", ...NUMERIC, ...PRESENCE]),
    selector: z
      .string()
      .min(1)
      .max(200)
      .refine((path) => jsonPathProblem(path) === null, {
        error: ({ path, input }) => `${fieldName(path)} ${jsonPathProblem(String(input))}.`,
      })
      .meta({
        title: "JSON path",
        description:
          "Path to one value of the body: names after dots or as `['name']`, and places in lists as `[0]`, or `[-1]` for the last. `length` of a list or text is its length.",
        examples: ["$.status"],
      }),
    value: z
      .string()
      .max(1024)
      .default("")
      .meta({
        title: "Value",
        description:
          "Compared exactly. Numbers, `true`, `false`, and `null` match as JSON. `contains` finds text in a text or an item in a list. Empty with `exists` and `not_exists`. Every other operator fails if the path leads nowhere.",
        examples: ["ok"],
      }),
  })
  .refine(isPresenceAlone, PRESENCE_ALONE)
  .refine(({ operator, value }) => !isNumeric(operator) || NUMBER.test(value), {
    path: ["value"],
    error: ({ path, input }) => {
      const { operator, value } = input as { operator: string; value: string };
      return `${fieldName(path)} must be a number with ${operator}; got ${JSON.stringify(value.slice(0, 60))}.`;
    },
  })
  .meta({ title: "JSON" });

function isNumeric(operator: string): boolean {
  return (NUMERIC as readonly string[]).includes(operator);
}

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
  | typeof StatusCodeAssertion
  | typeof ResponseHeaderAssertion
  | typeof ResponseBodyAssertion
  | typeof ResponseJsonAssertion
  | typeof ResponseTimeAssertion
>;

/** Returns whether an assertion reads the body of the response. */
export function isOfBody({ type }: { readonly type: string }): boolean {
  return type === "response_body" || type === "response_json";
}

/** Applies to HTTP monitors without assertions of their own. */
export const DEFAULT_ASSERTIONS: readonly HttpAssertion[] = [
  { type: "status_code", operator: "in", value: "2xx,30x" },
];
