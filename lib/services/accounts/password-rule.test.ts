import { expect, test } from "vitest";
import { passwordProblem } from "./password-rule";

const ada = { name: "Ada", email: "ada@example.com" };

test.each(["1qaz2wsx3edc", "Password2026!", "qwertyqwerty", "111111111111", "ada@example.com"])(
  "refuses %s, which attackers try first",
  async (password) => {
    expect(await passwordProblem(password, ada)).toMatch(/^must not /);
  },
);

test.each(["correct horse battery staple", "tiny-otter-paints-9", "Vn4sK8wq2LxP"])(
  "accepts %s",
  async (password) => {
    expect(await passwordProblem(password, ada)).toBeNull();
  },
);
