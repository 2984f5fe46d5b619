const LEFT_MIN = 8;
const WORD_MIN = 3;

/** Whose password it is. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/** Returns whether little is left of a password without the words of the account's name and address. */
export function isOwnWords(password: string, { name, email }: PasswordOwner): boolean {
  const [local = "", host = ""] = email.toLowerCase().split("@");
  const words = [
    email.toLowerCase(),
    local,
    host,
    ...`${name.toLowerCase()} ${local} ${host}`.split(/[^\p{L}\p{N}]+/u),
  ];
  const given = password.toLowerCase();
  const own = words.filter((word) => word.length >= WORD_MIN && given.includes(word));
  if (own.length === 0) return false;
  const left = [...new Set(own)]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ""), given);
  return left.length < LEFT_MIN;
}

/** Digits and punctuation that people put around a word to make it longer. */
const PADDING = /[^\p{L}]/u;

/**
 * Returns the forms of a password that an attacker tries when it's in a list of common ones: itself, without what is around its letters,
 * and what it repeats.
 */
export function triedForms(password: string): string[] {
  const whole = password.toLowerCase();
  const core = withoutPadding(whole);
  return [...new Set([whole, core, repeated(whole), repeated(core)])].filter((form) => form !== "");
}

function withoutPadding(text: string): string {
  const chars = [...text];
  const first = chars.findIndex((char) => !PADDING.test(char));
  if (first < 0) return "";
  const last = chars.findLastIndex((char) => !PADDING.test(char));
  return chars.slice(first, last + 1).join("");
}

const PERIOD_MAX = 4;

/** Returns whether a password only repeats up to four characters. */
export function isRepetitive(password: string): boolean {
  return repeated(password).length <= PERIOD_MAX;
}

/** Returns the part that the text repeats, or the text. */
function repeated(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, at);
}
