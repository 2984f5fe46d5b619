import { text } from "../core/fields";
import { must } from "../core/wording";

/** Returns a schema for a secret URL of a vendor: https, or http for a local test server. */
export function httpsUrl(title: string, example: string) {
  return text(10, 500)
    .refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      must(`start with https://, such as ${example}`),
    )
    .meta({ title, description: "The entire URL is a secret. Write-only.", examples: [example] });
}
