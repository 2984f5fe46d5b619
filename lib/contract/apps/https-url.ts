import { text } from "../core/fields";

/** A secret address at a vendor: https, or http for a stand-in that the operator runs himself. */
export function httpsUrl(title: string, example: string) {
  return text(10, 500)
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      message: `The address must begin with https://, such as ${example}.`,
    })
    .meta({ title, description: "The whole address is a secret. Write-only.", examples: [example] });
}
