import { afterEach, expect, test } from "vitest";
import { drainSeconds, parseEnv, setEnv } from "./env";

afterEach(() => setEnv({ APP_URL: "", TRUSTED_PROXIES: "", DRAIN_SECONDS: "" }));

test("names every wrong variable, its rule, and what it got", () => {
  const wrong = { PORT: "70000", ALLOW_PRIVATE_TARGETS: "true", TRUSTED_PROXIES: "10.0.0.0/8,10.0.0.0/99" };
  expect(() => parseEnv(wrong)).toThrow(
    /PORT[\s\S]*TRUSTED_PROXIES[\s\S]*10\.0\.0\.0\/99[\s\S]*ALLOW_PRIVATE_TARGETS[\s\S]*got true/,
  );
});

test("accepts ranges of both families, single addresses, and blanks around them; empty means not set", () => {
  const { ALLOW_PRIVATE_TARGETS, TRUSTED_PROXIES } = parseEnv({
    ALLOW_PRIVATE_TARGETS: " 10.0.0.0/8, fd00::/8 ,127.0.0.1",
    TRUSTED_PROXIES: "",
  });
  expect(ALLOW_PRIVATE_TARGETS).toEqual(["10.0.0.0/8", "fd00::/8", "127.0.0.1"]);
  expect(TRUSTED_PROXIES).toEqual([]);
});

test("accepts at least two names that show whether name servers work, or off", () => {
  const namesOf = (ANCHOR_NAMES: string) => parseEnv({ ANCHOR_NAMES }).ANCHOR_NAMES;
  expect(parseEnv({ ANCHORS: "192.0.2.1:443" }).ANCHOR_NAMES).toBeUndefined();
  expect(namesOf("off")).toEqual([]);
  expect(namesOf("ns.corp.example, time.example.org")).toEqual(["ns.corp.example", "time.example.org"]);
  expect(() => namesOf("ns.corp.example")).toThrow(
    "ANCHOR_NAMES: must have at least two hostnames; got ns.corp.example",
  );
  expect(() => namesOf("a.example,http://b")).toThrow(
    "must be off, or hostnames separated by commas; got http://b",
  );
});

test("refuses half a language model; a whole one loses its trailing slash", () => {
  expect(() => parseEnv({ AI_BASE_URL: "http://localhost:11434/v1" })).toThrow("AI_MODEL: is missing");
  expect(() => parseEnv({ AI_MODEL: "llama" })).toThrow("AI_BASE_URL: is missing");
  expect(parseEnv({ AI_MODEL: "llama", AI_BASE_URL: "http://localhost:11434/v1/" }).AI_BASE_URL).toBe(
    "http://localhost:11434/v1",
  );
});

test("refuses a direct address without the pooler's address", () => {
  const direct = "postgres://ada@db.example.com/vedette";
  expect(() => parseEnv({ DATABASE_DIRECT_URL: direct })).toThrow("DATABASE_DIRECT_URL: needs DATABASE_URL");
  const both = { DATABASE_DIRECT_URL: direct, DATABASE_URL: "postgres://ada@pooler.example.com/vedette" };
  expect(parseEnv(both).DATABASE_DIRECT_URL).toBe(direct);
});

test("states the rule for numbers, choices, and addresses, and repeats no value that may be secret", () => {
  const refuse = (name: string, value: string) => expect(() => parseEnv({ [name]: value }));
  refuse("PORT", "http").toThrow("PORT: must be a whole number from 0 to 65,535; got http");
  refuse("ROLES", "web,mail").toThrow("ROLES: must be web or jobs; got web,mail");
  refuse("LOG_LEVEL", "loud").toThrow("LOG_LEVEL: must be debug, info, warn, or error; got loud");
  refuse("APP_URL", "status.example.com").toThrow(/APP_URL: must be a URL that starts with https?:\/\//);
  for (const name of ["APP_SECRET", "DATABASE_URL", "SMTP_URL", "OWNER_PASSWORD", "HEARTBEAT_URL"])
    refuse(name, "pa55word").not.toThrow(/pa55word/);
});

test.each([
  [{}, 0],
  [{ APP_URL: "http://localhost:3000" }, 0],
  [{ APP_URL: "http://[::1]:3000" }, 0],
  [{ APP_URL: "https://status.example.com" }, 5],
  [{ TRUSTED_PROXIES: "10.0.0.0/8" }, 5],
  [{ TRUSTED_PROXIES: "10.0.0.0/8", DRAIN_SECONDS: "0" }, 0],
  [{ DRAIN_SECONDS: "12" }, 12],
])("a stopping server with %o keeps accepting for %i s", (variables, seconds) => {
  setEnv(variables);
  expect(drainSeconds()).toBe(seconds);
});

test("drops line ends at the end of a value, and nothing else", () => {
  const { OWNER_PASSWORD, APP_SECRET } = parseEnv({
    OWNER_PASSWORD: " correct horse \r\n",
    APP_SECRET: `${"x".repeat(32)}\n`,
  });
  expect(OWNER_PASSWORD).toBe(" correct horse ");
  expect(APP_SECRET).toBe("x".repeat(32));
});

test("refuses a public address with a path, because links would miss it", () => {
  expect(() => parseEnv({ APP_URL: "https://example.com/status" })).toThrow(
    /APP_URL: must be only a scheme, host, and port/,
  );
  expect(parseEnv({ APP_URL: "https://Example.com/" }).APP_URL).toBe("https://Example.com");
});

test("takes a proxy without a scheme as http, and refuses kinds that aren't supported", () => {
  expect(parseEnv({ HTTPS_PROXY: "proxy.corp:3128" }).HTTPS_PROXY).toBe("http://proxy.corp:3128");
  expect(() => parseEnv({ HTTPS_PROXY: "socks5://user:pa55word@proxy.corp" })).toThrow(
    /HTTPS_PROXY: [\s\S]*SOCKS/,
  );
  expect(() => parseEnv({ HTTPS_PROXY: "socks5://user:pa55word@proxy.corp" })).not.toThrow(/pa55word/);
});
