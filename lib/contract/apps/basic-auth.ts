import { text } from "../core/fields";
import { fieldName } from "../core/wording";

// RFC 7617 §2: the username can't contain a colon, and neither part can contain control characters.
const USER_AND_PASSWORD = /^[^:\p{Cc}]+:[^\p{Cc}]*$/u;

/** A username and password for a receiver behind HTTP Basic authentication (RFC 7617). Errors don't repeat it. */
export const BasicAuth = text(3, 250)
  .refine((value) => USER_AND_PASSWORD.test(value), {
    error: ({ path }) => `${fieldName(path)} must be a username and a password, separated by a colon.`,
  })
  .nullable()
  .optional()
  .meta({
    title: "Basic authentication",
    description:
      "user:password, at most 250 characters. Only servers that ask for HTTP Basic authentication need it.",
    examples: ["vedette:correct-horse"],
  });
