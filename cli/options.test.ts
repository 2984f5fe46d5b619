import { Command, CommanderError } from "commander";
import { expect, test } from "vitest";
import { wholeNumber } from "./options";

// The command line prints every error except commander's own, which commander has printed already.
test("prints an error for an invalid number, also inside an action", async () => {
  const command = new Command("revoke").argument("<id>").action((id: string) => {
    wholeNumber("id", id);
  });
  const failure = await command.parseAsync(["x"], { from: "user" }).catch((error: unknown) => error);
  expect(failure).toEqual(new Error("id must be a positive integer; got x"));
  expect(failure).not.toBeInstanceOf(CommanderError);
});
