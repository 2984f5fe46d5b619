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

test("the set-up form's refusals name the field by its label", () => {
  const refusal = refusalOf("organization_name", "");
  expect(refusal).toBe("The organization_name field must have 1 to 100 characters; given were 0.");
  expect(fieldErrorWords("Organization", refusal)).toBe(
    "Organization is empty: it must have 1 to 100 characters.",
  );
  expect(fieldErrorWords("Password", refusalOf("password", "short"))).toBe(
    "Password must have at least 12 characters; given were 5.",
  );
});

test("an empty text is called empty", () => {
  const refusal = refusalOf("email", "");
  expect(refusal).toBe('The email field must be an e-mail address; given was "".');
  expect(fieldErrorWords("E-mail", refusal)).toBe("E-mail is empty: it must be an e-mail address.");
  expect(fieldErrorWords("E-mail", refusalOf("email", "ada"))).toBe(
    'E-mail must be an e-mail address; given was "ada".',
  );
});

test.each([
  ["Address", "The request.url field is required.", "Address is required."],
  [
    "Monitors",
    "The monitors.0 field must be a number; given was null.",
    "Monitors must be a number; given was null.",
  ],
  [
    "Secret",
    "The settings.secret field must have at least 10 characters; given were 0.",
    "Secret is empty: it must have at least 10 characters.",
  ],
  [
    "Monitors",
    "The monitors field must have at least 1 item; given were 0.",
    "Monitors must have at least 1 item; given were 0.",
  ],
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
  ["$& name", "The name field is required.", "$& name is required."],
])("at %s: %s", (label, text, said) => {
  expect(fieldErrorWords(label, text)).toBe(said);
});

test.each([
  "The current password is wrong.",
  "The start must be a whole minute (seconds 00); given was 2026-01-31T12:00:01Z.",
  "At least one monitor is required.",
  "The field of this name is taken.",
])("a text that names no field stays: %s", (text) => {
  expect(fieldErrorWords("Label", text)).toBe(text);
});
