import * as z from "zod";
import { must } from "@/lib/contract/core/wording";
import { Host } from "./host";

const PORT = /^[1-9]\d{0,4}$/;

/** A port, returned as text because published clients expect that. Numbers are accepted as well. */
export const Port = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((port) => PORT.test(port) && Number(port) <= 65535, must('be a whole number from "1" to "65535"'))
  .pipe(z.string())
  .meta({
    title: "Port",
    description: 'Port from "1" to "65535" as text. A number is accepted and returned as text.',
    examples: ["443"],
  });

const SkipVerify = z
  .boolean()
  .meta({
    title: "Accept any certificate",
    description: "Whether to accept an invalid certificate. It is still reported.",
    examples: [false],
  })
  .default(false);

/** The fields of a request to a TCP server that may use TLS. A port gets its default by `prefault`, which forms and the reference show. */
export const serverFields = {
  host: Host,
  port: Port,
  connection: z
    .enum(["plain", "tls"])
    .meta({
      title: "Connection",
      description: "Whether to complete a TLS handshake after connecting.",
      examples: ["tls"],
    })
    .default("plain"),
  tls_skip_verify: SkipVerify,
};

/** The controls of `serverFields`. */
export const serverControls = {
  host: { placeholder: "db.example.com" },
  port: { narrow: true },
  connection: { choices: { plain: "Plain TCP", starttls: "STARTTLS", tls: "TLS" } },
  tls_skip_verify: { when: { connection: ["tls", "starttls"] } },
} as const;

/** The connection of a protocol that can also turn to TLS once connected. */
export const UpgradableConnection = z
  .enum(["plain", "starttls", "tls"])
  .meta({
    title: "Connection",
    description: "Whether to use TLS: from the start, or after asking for it with STARTTLS.",
    examples: ["starttls"],
  })
  .default("plain");

/** Returns the place and the name of a request's server, for its contract. */
export const serverPlace = {
  target: "{host}:{port}",
  place: ({ host, port }: { host: string; port: string }) => ({ field: "host", host, port: Number(port) }),
} as const;

const credential = (title: string, description: string) =>
  z
    .string()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}+$/u, must("not contain control characters"))
    .nullable()
    .meta({ title, description, examples: [null] })
    .default(null);

/** The fields of a sign-in. */
export const signInFields = {
  username: credential("User", "Signs in as this user. Leave empty to check without signing in."),
  password: credential("Password", "Password to sign in with. Stored encrypted."),
};

/** The controls of `signInFields`. */
export const signInControls = { username: {}, password: { secret: true } } as const;

/** Text that a server's reply must contain. */
export const Expected = z
  .string()
  .min(1)
  .max(255)
  .nullable()
  .meta({ title: "Expected text", description: "Text that the reply must contain.", examples: [null] })
  .default(null);

type ExchangeErrors<Name extends string> = Record<`${Name}_${"timeout" | "closed"}`, "network"> &
  Record<`${Name}_${"malformed" | "rejected"}`, "target">;

/** Returns the error codes of a protocol whose probe exchanges messages with a server. */
export function exchangeErrors<const Name extends string>(name: Name): ExchangeErrors<Name> {
  return {
    [`${name}_timeout`]: "network",
    [`${name}_closed`]: "network",
    [`${name}_malformed`]: "target",
    [`${name}_rejected`]: "target",
  } as ExchangeErrors<Name>;
}
