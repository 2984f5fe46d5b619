import { expect, test } from "vitest";
import { CompleteSetup } from "@/lib/contract/accounts/accounts";
import { ApiError } from "@/lib/contract/core/errors";
import { parseWhole } from "@/lib/contract/core/issues";
import { fieldErrorWords } from "./field-error";

function refusalOf(field: string, value: unknown): string {
  try {
    parseWhole(CompleteSetup, { password: "long enough for anybody", [field]: value });
  } catch (error) {
    if (error instanceof ApiError) return error.errors?.[field]?.[0] ?? "";
  }
  throw new Error(`${field} was taken.`);
}

test("the setup form names the field by its label in errors", () => {
  const refusal = refusalOf("organization_name", "");
  expect(refusal).toBe("organization_name must have 1 to 100 characters; got 0.");
  expect(fieldErrorWords("Organization", refusal)).toBe(
    "Organization is required. It must have 1 to 100 characters.",
  );
  expect(fieldErrorWords("Password", refusalOf("password", "short"))).toBe(
    "Password must have at least 12 characters; got 5.",
  );
});

test("calls an empty string empty", () => {
  const refusal = refusalOf("email", "");
  expect(refusal).toBe('email must be a valid email address; got "".');
  expect(fieldErrorWords("E-mail", refusal)).toBe("E-mail is required. It must be a valid email address.");
  expect(fieldErrorWords("E-mail", refusalOf("email", "ada"))).toBe(
    'E-mail must be a valid email address; got "ada".',
  );
});

test.each([
  ["Address", "request.url is required.", "Address is required."],
  ["Monitors", "monitors.0 must be a number; got null.", "Monitors must be a number; got null."],
  [
    "Secret",
    "settings.secret must have at least 10 characters; got 0.",
    "Secret is required. It must have at least 10 characters.",
  ],
  ["Monitors", "monitors must have at least 1 item; got 0.", "Monitors must have at least 1 item; got 0."],
  [
    "Method",
    'request.method must be one of GET, POST; got "TRACE".',
    'Method must be one of GET, POST; got "TRACE".',
  ],
  [
    "Impact",
    "impact is required and must be one of operational, unknown.",
    "Impact is required and must be one of operational, unknown.",
  ],
  ["$& name", "name is required.", "$& name is required."],
])("%s: %s", (label, text, said) => {
  expect(fieldErrorWords(label, text)).toBe(said);
});

test.each([
  "The current password is wrong.",
  "The start must be a whole minute (seconds 00); got 2026-01-31T12:00:01Z.",
  "At least one monitor is required.",
  "The field of this name is taken.",
])("leaves a text that names no field unchanged: %s", (text) => {
  expect(fieldErrorWords("Label", text)).toBe(text);
});
