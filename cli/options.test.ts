import { Command, CommanderError } from "commander";
import { expect, test } from "vitest";
import * as z from "zod";
import { RegionIn } from "@/lib/contract/core/regions";
import { parseOption, wholeNumber } from "./options";

// The command line prints every error except commander's own, which commander has printed already.
test("prints an error for an invalid number, including inside an action", async () => {
  const command = new Command("revoke").argument("<id>").action((id: string) => {
    wholeNumber("id", id);
  });
  const failure = await command.parseAsync(["x"], { from: "user" }).catch((error: unknown) => error);
  expect(failure).toEqual(new Error("id must be a positive integer; got x"));
  expect(failure).not.toBeInstanceOf(CommanderError);
});

test.each([
  ["--region", RegionIn, "na-usa-nyc", /^--region must be one of as-jpn-hnd, .*; got "na-usa-nyc"\.$/],
  ["--threshold", z.number().max(6), 9, /^--threshold must be at most 6; got 9\.$/],
  [
    "--name",
    z.object({ name: z.string().min(2) }),
    { name: "" },
    /^--name must have at least 2 characters\b.*\.$/,
  ],
  ["--email", z.email("must be an email address"), "ada", /^--email: must be an email address$/],
])("names the option %s, its rule, and the value as the API does", (name, schema, value, error) => {
  expect(() => parseOption(name, schema, value)).toThrow(error);
});
