import * as z from "zod";
import { text } from "@/lib/contract/core/fields";
import { serverControls, serverFields, signInControls, signInFields } from "./server";

/** Returns the request of a monitor of SQL databases, with their usual port. */
export const sqlRequest = (port: string) =>
  z.object({
    ...serverFields,
    port: serverFields.port.prefault(port),
    ...signInFields,
    database: text(1, 63)
      .nullable()
      .meta({ title: "Database", description: "Database to connect to.", examples: ["shop"] })
      .default(null),
    query: text(1, 1000)
      .nullable()
      .meta({
        title: "Query",
        description: "One statement to run after signing in, in a read-only transaction.",
        examples: ["select count(*) from orders"],
      })
      .default(null),
    expected: text(1, 255)
      .nullable()
      .meta({
        title: "Expected value",
        description: "Expected value of the first column of the first row, as text.",
        examples: [null],
      })
      .default(null),
  });
export type SqlRequest = z.infer<ReturnType<typeof sqlRequest>>;

/** The controls of that request. */
export const sqlControls = {
  ...serverControls,
  ...signInControls,
  database: { advanced: true },
  query: { advanced: true, placeholder: "select 1" },
  expected: { advanced: true },
} as const;

/** Refuses a query without a user, and an expected value without a query. */
export function checkSql({ request }: { readonly request: object }, context: z.RefinementCtx): void {
  const { username, query, expected } = request as SqlRequest;
  const refuse = (field: string, rule: string) =>
    context.addIssue({ code: "custom", path: ["request", field], message: `request.${field} must ${rule}.` });
  if (query !== null && username === null)
    refuse("query", "be empty without a user, because it needs a sign-in");
  if (expected !== null && query === null) refuse("expected", "be empty without a query");
}
