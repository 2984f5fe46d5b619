import { afterEach, expect, test } from "vitest";
import { allowedVariables } from "./config-file";

const SET = {
  APP_SECRET: "leak",
  DATABASE_URL: "leak",
  APP_SECRET_FILE: "leak",
  SHOP_KEY: "mine",
  OTHER: "other",
};
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

const seen = (options: Parameters<typeof allowedVariables>[0]) => {
  Object.assign(process.env, SET);
  const variable = allowedVariables(options);
  return Object.keys(SET).filter((name) => variable(name) !== undefined);
};

test("a file reads no variable that isn't allowed, and never one of the server's", () => {
  expect(seen({})).toEqual([]);
  expect(seen({ envPrefix: "SHOP_" })).toEqual(["SHOP_KEY"]);
  expect(seen({ env: ["OTHER"] })).toEqual(["OTHER"]);
  expect(seen({ envPrefix: "APP_" })).toEqual([]);
  expect(() => seen({ env: ["APP_SECRET"] })).toThrow("--env must not name APP_SECRET");
  expect(() => seen({ envPrefix: "" })).toThrow("--env-prefix must not be empty");
});
