import { afterEach, expect, test } from "vitest";
import { drainSeconds, parseEnv, setEnv } from "./env";

afterEach(() => setEnv({ APP_URL: "", TRUSTED_PROXIES: "", DRAIN_SECONDS: "" }));

test("every wrong variable is named at start, with what is allowed and what was given", () => {
  const wrong = { PORT: "70000", ALLOW_PRIVATE_TARGETS: "true", TRUSTED_PROXIES: "10.0.0.0/8,10.0.0.0/99" };
  expect(() => parseEnv(wrong)).toThrow(
    /PORT[\s\S]*TRUSTED_PROXIES[\s\S]*10\.0\.0\.0\/99[\s\S]*ALLOW_PRIVATE_TARGETS[\s\S]*given was true/,
  );
});

test("ranges of both families, single addresses and blanks around them are taken; empty means not set", () => {
  const { ALLOW_PRIVATE_TARGETS, TRUSTED_PROXIES } = parseEnv({
    ALLOW_PRIVATE_TARGETS: " 10.0.0.0/8, fd00::/8 ,127.0.0.1",
    TRUSTED_PROXIES: "",
  });
  expect(ALLOW_PRIVATE_TARGETS).toEqual(["10.0.0.0/8", "fd00::/8", "127.0.0.1"]);
  expect(TRUSTED_PROXIES).toEqual([]);
});

test("half a language model is refused at start, a whole one loses the slash at its end", () => {
  expect(() => parseEnv({ AI_BASE_URL: "http://localhost:11434/v1" })).toThrow(
    /AI_MODEL[\s\S]*belong together/,
  );
  expect(() => parseEnv({ AI_MODEL: "llama" })).toThrow(/AI_BASE_URL[\s\S]*belong together/);
  expect(parseEnv({ AI_MODEL: "llama", AI_BASE_URL: "http://localhost:11434/v1/" }).AI_BASE_URL).toBe(
    "http://localhost:11434/v1",
  );
});

test("a direct address is refused without the pooler's address beside it", () => {
  const direct = "postgres://ada@db.example.com/vedette";
  expect(() => parseEnv({ DATABASE_DIRECT_URL: direct })).toThrow("DATABASE_DIRECT_URL: needs DATABASE_URL");
  const both = { DATABASE_DIRECT_URL: direct, DATABASE_URL: "postgres://ada@pooler.example.com/vedette" };
  expect(parseEnv(both).DATABASE_DIRECT_URL).toBe(direct);
});

test.each([
  [{}, 0],
  [{ APP_URL: "http://localhost:3000" }, 0],
  [{ APP_URL: "http://[::1]:3000" }, 0],
  [{ APP_URL: "https://status.example.com" }, 5],
  [{ TRUSTED_PROXIES: "10.0.0.0/8" }, 5],
  [{ TRUSTED_PROXIES: "10.0.0.0/8", DRAIN_SECONDS: "0" }, 0],
  [{ DRAIN_SECONDS: "12" }, 12],
])("a stopping server with %o goes on accepting for %i s", (variables, seconds) => {
  setEnv(variables);
  expect(drainSeconds()).toBe(seconds);
});
