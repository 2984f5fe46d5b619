import { percentDecoded } from "@/lib/shared/text/percent-decoded";
import { Entry } from "../entry";
import { signInFields } from "../fitting";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of a website whose URL other products take: with spaces, or with a username that signs in. */
export function withFittedUrl(fields: Fields): Fields {
  const request = new Entry(fields.request);
  if (fields.protocol !== "http" || request.text("url") === "") return fields;
  const text = request.text("url").trim().replaceAll(" ", "%20");
  const url = URL.parse(text);
  if (!url?.username) return { ...fields, request: { ...Object(fields.request), url: text } };
  const isSigned =
    request.text("auth") !== "" ||
    request.entries("headers").some((header) => header.text("name").toLowerCase() === "authorization");
  const signIn = signInFields("basic", percentDecoded(url.username), percentDecoded(url.password));
  url.username = "";
  url.password = "";
  return {
    ...fields,
    request: { ...Object(fields.request), url: url.href, ...(isSigned ? {} : signIn) },
  };
}
