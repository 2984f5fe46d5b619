import * as z from "zod";
import { fieldName, must } from "@/lib/contract/core/wording";
import { HttpUrl } from "./http-url";
import { MASK } from "./masked";
import type { RequestField } from "./protocol";

const PEM_MAX = 20_000;
const SECRET_MAX = 1000;
const WRITE_ONLY = `Stored encrypted, and never returned: responses contain ${MASK}, which keeps it when sent back.`;

const line = (title: string, description: string, max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u, must("not contain control characters"))
    .nullable()
    .meta({ title, description, examples: [null] })
    .default(null);

const pem = (title: string, description: string, label: RegExp, wanted: string) =>
  z
    .string()
    .trim()
    .max(PEM_MAX)
    .refine((text) => text === MASK || label.test(text), must(`be ${wanted} in PEM format`))
    .nullable()
    .meta({ title, description, examples: [null] })
    .default(null);

/** The fields by which an HTTP check signs in. */
export const authenticationFields = {
  auth: z
    .enum(["basic", "digest", "oauth2"])
    .nullable()
    .meta({
      title: "Authentication",
      description:
        "How the check signs in: with HTTP Basic, with HTTP Digest (RFC 7616), or with a token that it gets by OAuth 2.0 client credentials. Credentials only go to the origin of the URL.",
      examples: [null],
    })
    .default(null),
  auth_user: line("User or client ID", "Username, or the client ID of OAuth.", 255),
  auth_secret: line("Password or client secret", WRITE_ONLY, SECRET_MAX),
  auth_token_url: HttpUrl.nullable()
    .meta({
      title: "Token URL",
      description: "URL that issues OAuth tokens. A token is kept until it expires or is refused.",
      examples: [null],
    })
    .default(null),
  auth_scope: line("Scope", "Scopes of the OAuth token, separated by spaces.", SECRET_MAX),
  client_certificate: pem(
    "Client certificate",
    "Certificate that the check presents to the server (mTLS), in PEM format, with its chain.",
    /^-----BEGIN CERTIFICATE-----/,
    "a certificate",
  ),
  client_key: pem(
    "Client key",
    `Unencrypted private key of the client certificate, in PEM format. ${WRITE_ONLY}`,
    /^-----BEGIN (?:EC |RSA )?PRIVATE KEY-----/,
    "an unencrypted private key",
  ),
};

const signedIn = { auth: ["basic", "digest", "oauth2"] };
const byToken = { auth: ["oauth2"] };

/** The controls of `authenticationFields`. */
export const authenticationControls = {
  auth: {
    help: "",
    advanced: true,
    choices: {
      basic: "HTTP Basic",
      digest: "HTTP Digest",
      oauth2: "OAuth 2.0 client credentials",
    },
  },
  auth_user: { help: "", advanced: true, when: signedIn },
  auth_secret: { help: "Can't be read back.", advanced: true, secret: true, writeOnly: true, when: signedIn },
  auth_token_url: { advanced: true, when: byToken, placeholder: "https://login.example.com/oauth/token" },
  auth_scope: { advanced: true, when: byToken },
  client_certificate: { help: "For mTLS, in PEM format.", advanced: true },
  client_key: { help: "Can't be read back.", advanced: true, secret: true, writeOnly: true },
} as const satisfies Record<keyof typeof authenticationFields, RequestField>;

type Authentication = z.output<z.ZodObject<typeof authenticationFields>>;

/** Validates that the parts of a sign-in are complete. */
export function checkAuthentication(request: Authentication, context: z.RefinementCtx): void {
  const needs = (field: keyof Authentication, why: string) => {
    if (request[field] !== null) return;
    const message = `${fieldName(["request", field])} must be set ${why}.`;
    context.addIssue({ code: "custom", path: [field], message });
  };
  if (request.auth !== null) needs("auth_user", `for the authentication ${request.auth}`);
  if (request.auth === "oauth2") needs("auth_token_url", "for the authentication oauth2");
  if (request.client_key !== null) needs("client_certificate", "with client_key");
  if (request.client_certificate !== null) needs("client_key", "with client_certificate");
}
