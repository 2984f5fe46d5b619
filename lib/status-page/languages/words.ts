import type { en } from "./en";

/** The places of elements in a text, such as a time: `{at}` marks one. */
type Slots<Text extends string> = Text extends `${string}{${infer Slot}}${infer Rest}`
  ? Slot | Slots<Rest>
  : never;
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer All) => void
  ? All
  : never;
type Around<Slot extends string> = AllOf<Slot extends string ? `${string}{${Slot}}${string}` : never>;

/** Text that another language must have in place of an English text, with the same slots, or of a function that returns one. */
type Translated<English> = English extends string
  ? [Slots<English>] extends [never]
    ? string
    : Around<Slots<English>>
  : English extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Name in keyof English]: Translated<English[Name]> };

/**
 * Every text of public pages, their emails and feeds in one language, as English has them. A missing text is a type error. Texts that
 * owners wrote aren't translated.
 */
export type Words = Translated<typeof en>;
