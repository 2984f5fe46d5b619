import { text } from "../core/fields";
import { fieldName } from "../core/wording";

/** Returns a schema for a secret URL of a vendor: https, or http for a local test server. Errors don't repeat it. */
export function httpsUrl(title: string, example: string, help: string) {
  return text(10, 500)
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: ({ path }) => `${fieldName(path)} must start with https://, such as ${example}.`,
    })
    .meta({ title, description: `${help} The entire URL is a secret.`, examples: [example] });
}
