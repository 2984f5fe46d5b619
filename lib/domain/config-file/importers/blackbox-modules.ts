import { DEFAULT_ASSERTIONS } from "@/lib/contract/protocols/http-assertions";
import { Entry } from "../entry";
import {
  durationMs,
  fittedBody,
  fittedCodes,
  fittedHeaders,
  headersOf,
  oauthFields,
  signInFields,
  withDefault,
} from "../fitting";
import { type Note, note } from "../note";
import { type Ignored, ignoring, noteRest } from "../rest";
import { targetHost } from "./addresses";

interface Mapped {
  readonly fields: Record<string, unknown>;
  readonly timeoutMs: number | null;
}

/** The probers of the exporter's own example, whose names most files use. */
const USUAL = [
  [/^(?:http|https|$)/, "http"],
  [/^(?:tcp|tls|ssh|irc|pop3|smtp|imap)/, "tcp"],
  [/^(?:icmp|ping)/, "icmp"],
] as const;
/** A regular expression without any special character, or with escaped ones only. */
const PLAIN = /^(?:[^\\^$.*+?()[\]{}|]|\\[.\-/])+$/;
export const BLACKBOX_IGNORED: Ignored = {
  ...ignoring("Every response is decompressed.", "compression"),
  ...ignoring("Checks choose the version of HTTP.", "enable_http2", "enable_http3"),
};

/** The modules of the blackbox exporter, by name. */
export class Modules {
  constructor(private readonly given: readonly Entry[]) {}

  /** Returns the request that a module sends to a target, or the reason it can't be imported. */
  targetOf(name: string, target: string, notes: Note[]): Mapped | string {
    const module = this.given.find((each) => each.value(name) !== undefined)?.entry(name);
    const prober = module?.text("prober") || USUAL.find(([pattern]) => pattern.test(name))?.[1];
    if (!module)
      note(
        notes,
        "request",
        `The module ${JSON.stringify(name.slice(0, 50))} isn't in the file, so its usual settings apply.`,
      );
    const settings = module?.entry(prober ?? "") ?? new Entry({});
    const fields = fieldsOf(prober ?? "", name, target, settings, notes);
    if (typeof fields === "string") return fields;
    noteRest(
      settings,
      { ignored: BLACKBOX_IGNORED, onByDefault: ["recursion_desired", "ip_protocol_fallback"] },
      notes,
    );
    const timeout = module?.text("timeout") ?? "";
    return { fields, timeoutMs: durationMs("timeout", timeout, null, notes) };
  }
}

function fieldsOf(prober: string, name: string, target: string, settings: Entry, notes: Note[]) {
  const place = targetHost(target);
  const skipsVerify = settings.entry("tls_config").flag("insecure_skip_verify") ?? false;
  const isTls = settings.flag("tls") ?? /^tls|_tls$/.test(name);
  switch (prober) {
    case "http":
      return httpFields(name, target, settings, notes, skipsVerify);
    case "tcp":
      return {
        protocol: "tcp",
        request: { ...place, connection: isTls ? "tls" : "plain", tls_skip_verify: skipsVerify },
      };
    case "icmp":
      return { protocol: "icmp", request: { host: place.host } };
    case "dns":
      return dnsFields(target, settings);
    default:
      return `Probes of ${JSON.stringify((prober || name).slice(0, 50))} aren't supported.`;
  }
}

function dnsFields(resolver: string, settings: Entry): Record<string, unknown> | string {
  const host = settings.text("query_name").replace(/\.$/, "");
  if (host === "") return "Its module doesn't say which name to query.";
  const codes = settings.list("valid_rcodes").map(String);
  return {
    protocol: "dns",
    request: {
      host,
      record_type: settings.text("query_type") || "A",
      resolver,
      ...(codes.length === 1 && { expected_response_code: codes[0] }),
    },
  };
}

function httpFields(
  name: string,
  target: string,
  settings: Entry,
  notes: Note[],
  tls_skip_verify: boolean,
): Record<string, unknown> {
  const method = settings.text("method").toUpperCase() || (/post/.test(name) ? "POST" : "GET");
  const codes = settings.list("valid_status_codes").map(String);
  const follows = settings.flag("follow_redirects") ?? settings.flag("no_follow_redirects") !== true;
  const status = codes.length > 0 ? [fittedCodes(codes, notes)] : DEFAULT_ASSERTIONS;
  return {
    protocol: "http",
    request: {
      method,
      url: /^https?:\/\//i.test(target) ? target : `http://${target}`,
      ...fittedHeaders(signedHeaders(settings, notes), notes),
      ...fittedBody(method, settings.text("body"), notes),
      ...signInOf(settings),
      tls_skip_verify,
      follow_redirects: follows,
    },
    success_assertions: [
      ...status,
      ...bodyAssertions(
        settings.list("fail_if_body_matches_regexp", "fail_if_matches_regexp"),
        "not_contains",
        notes,
      ),
      ...bodyAssertions(
        settings.list("fail_if_body_not_matches_regexp", "fail_if_not_matches_regexp"),
        "contains",
        notes,
      ),
    ],
  };
}

function signedHeaders(settings: Entry, notes: Note[]) {
  const own = headersOf(settings.entry("headers"), notes);
  const token = settings.text("bearer_token") || settings.entry("authorization").text("credentials");
  return token ? withDefault(own, "Authorization", `Bearer ${token}`) : own;
}

function signInOf(settings: Entry): Record<string, unknown> {
  const [basic, oauth, tls] = ["basic_auth", "oauth2", "tls_config"].map((name) => settings.entry(name));
  const text = (entry: Entry | undefined, name: string) => entry?.text(name) ?? "";
  const scopes = oauth?.list("scopes").map(String) ?? [];
  const [cert, key] = [text(tls, "cert"), text(tls, "key")];
  return {
    ...signInFields("basic", text(basic, "username"), text(basic, "password")),
    ...oauthFields(text(oauth, "token_url"), text(oauth, "client_id"), text(oauth, "client_secret"), scopes),
    ...(cert && key ? { client_certificate: cert, client_key: key } : {}),
  };
}

/** Maps expressions that are plain text, and notes the others. */
function bodyAssertions(expressions: readonly unknown[], operator: string, notes: Note[]) {
  return expressions.map(String).flatMap((expression) => {
    if (PLAIN.test(expression))
      return [{ type: "response_body", operator, value: expression.replace(/\\(.)/g, "$1") }];
    note(
      notes,
      "success_assertions",
      `The expression ${expression.slice(0, 100)} isn't supported and was left out.`,
    );
    return [];
  });
}
