import type { Entry } from "../entry";
import { oauthFields } from "../fitting";
import { type Note, note } from "../note";
import { literalText } from "./gatus-text";

/** Returns how a client of Gatus signs in with OAuth, and notes what can't be read. */
export function oauthOf(oauth: Entry, notes: Note[]): Record<string, unknown> {
  const scopes = oauth.list("scopes").map(String);
  const given = [oauth.text("token-url"), oauth.text("client-id"), oauth.text("client-secret"), ...scopes];
  const [url = "", client = "", secret = "", ...rest] = given.flatMap((text) => literalText(text) ?? []);
  const isLiteral = given.every((text) => literalText(text) !== null);
  const fields = isLiteral ? oauthFields(url, client, secret, rest) : {};
  if (oauth.keys().length > 0 && !("auth" in fields))
    note(
      notes,
      "request.auth",
      "OAuth authentication was left out, because a part of it is missing or a variable. Add it.",
    );
  return fields;
}
