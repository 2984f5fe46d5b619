import { expect, test } from "vitest";
import { isOwnWords, triedForms } from "./own-words";

const ADA = { name: "Ada Lovelace", email: "ada.lovelace@engines.example.com" };

test.each([
  ["ada.lovelace@engines.example.com", true],
  ["AdaLovelace1815", true],
  ["lovelace-engines!", true],
  ["ada likes horses and batteries", false],
  ["correct horse battery staple", false],
])("%s consists of the account's own words: %s", (password, is) => {
  expect(isOwnWords(password, ADA)).toBe(is);
});

test.each([
  ["Password1234!", "password"],
  ["qwertyqwerty", "qwerty"],
  ["123qwerty456", "qwerty"],
  ["123456123456", "123456"],
])("%s is tried as %s", (password, form) => {
  expect(triedForms(password)).toContain(form);
});
