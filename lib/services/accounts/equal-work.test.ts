import { timingSafeEqual } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { equalSecret } from "@/lib/shared/secret";
import { TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { hashPassword } from "./password";
import { flushTraces } from "./traces";

// Response times reveal nothing when the work is the same. The test counts the work, because timings on a busy machine prove nothing.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify), hash: vi.fn(real.hash) };
});
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const accounts = useAccounts();
const emailOf = (name: string) => `${name}-${accounts.organizationId}@example.com`;

beforeAll(async () => {
  await run`update users set password_hash = ${await hashPassword(TEST_PASSWORD)} where name <> 'Cleo'`;
});
afterEach(() => vi.clearAllMocks());

/** Returns the costs of each verified hash: `m=…,t=…,p=…`. */
function costs(): string[] {
  return vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split("$")[3] ?? "");
}

describe("signing in", () => {
  test.each([
    ["a wrong password", () => ({ email: emailOf("ada"), password: "wrong" })],
    ["an unknown address", () => ({ email: "nobody@example.com", password: "wrong" })],
    ["an account without a password", () => ({ email: emailOf("cleo"), password: "wrong" })],
    ["the right password", () => ({ email: emailOf("ada"), password: TEST_PASSWORD })],
  ])("verifies one hash at the same cost for %s", async (_, body) => {
    await api().post("/session", body());
    expect(costs()).toEqual(["m=19456,t=2,p=1"]);
  });

  test("sends the same queries for a wrong password and an unknown address", async () => {
    const known = await statements(() => api().post("/session", { email: emailOf("ada"), password: "x" }));
    // Written later, for both alike.
    await flushTraces();
    const unknown = await statements(() =>
      api().post("/session", { email: "no@example.com", password: "x" }),
    );
    const shape = (texts: string[]) =>
      texts.map((text) => text.replace(/"(address|account):[^"]*"/g, "bucket"));
    expect(shape(unknown)).toEqual(shape(known));
  });

  test("never matches a stranger's password against the placeholder hash", async () => {
    for (const password of ["", " ", "nobody", TEST_PASSWORD]) {
      const answer = await api().post("/session", { email: emailOf("cleo"), password });
      expect(answer.status).toBe(422);
    }
  });
});

describe("comparing secrets", () => {
  test.each([
    ["the same", "a secret", "a secret"],
    ["another first letter", "b secret", "a secret"],
    ["another last letter", "a secres", "a secret"],
    ["a shorter one", "a", "a secret"],
    ["nothing", "", "a secret"],
    ["a very long one", "x".repeat(100_000), "a secret"],
  ])("compares whole 32-byte digests in constant time: %s", (_, given, secret) => {
    expect(equalSecret(given, secret)).toBe(given === secret);
    expect(vi.mocked(timingSafeEqual).mock.calls.map(([a, b]) => [a.byteLength, b.byteLength])).toEqual([
      [32, 32],
    ]);
  });

  test.each(["upt_org_", "upt_prj_", "upt_usr_"])(
    "finds %s keys by their digest, without comparing characters",
    async (prefix) => {
      const { makeToken } = await import("./api-token");
      const kind = ({ upt_org_: "organization", upt_prj_: "project", upt_usr_: "user" } as const)[
        prefix as "upt_org_"
      ];
      const { token } = makeToken(kind);
      expect(token.startsWith(prefix)).toBe(true);
      const texts = await statements(() => api(token).get("/whoami"));
      // The second one finds out whether the key was revoked, for the audit log.
      expect(texts.filter((text) => /\btoken_hash\b/.test(text)).length).toBeGreaterThan(0);
      expect(texts.filter((text) => /\btoken_hash\b(?! = \$1)/.test(text))).toEqual([]);
    },
  );
});
