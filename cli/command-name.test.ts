import { expect, test } from "vitest";
import { commandName } from "./command-name";

test.each([
  ["/usr/local/bin/vedette", "vedette"],
  ["/app/scripts/vedette.mjs", "vedette"],
  ["/src/scripts/cli.mjs", "npm run -s cli --"],
])("the help of %s names %s", (script, name) => {
  expect(commandName(script)).toBe(name);
});
