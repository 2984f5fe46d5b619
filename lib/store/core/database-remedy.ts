import pg from "pg";
import { errorCode } from "@/lib/shared/error-code";

/** Returns what to do about an error of PostgreSQL or the network. */
type Remedy = (at: Address) => string;

interface Address {
  variable: string;
  user: string;
  database: string;
}

const UNREACHABLE: Remedy = ({ variable }) =>
  `No server is listening there. Start PostgreSQL, or check the host and port in ${variable}.`;
const REFUSED: Remedy = ({ variable }) =>
  `Check the user and password in ${variable}, or allow this user and machine in pg_hba.conf.`;

const UNVERIFIED: Remedy = ({ variable }) =>
  `The server's certificate must be valid for its hostname. If it's from an authority of your own or of your provider, append ` +
  `&sslrootcert=/path/to/ca.pem to ${variable}. To encrypt without verifying the server, set sslmode=no-verify.`;

/** By SQLSTATE (appendix A of PostgreSQL's manual) or system error code. */
const REMEDIES: Record<string, Remedy> = {
  "42501": ({ user, database }) =>
    `This user must be able to create schemas and tables. As an administrator of the database "${database}", run: ` +
    `GRANT CREATE ON DATABASE "${database}" TO "${user}"; GRANT USAGE, CREATE ON SCHEMA public TO "${user}"; ` +
    "If the tables belong to another user, connect as that user.",
  "25006": ({ variable, user, database }) =>
    `The database is read-only. If it's a read replica, point ${variable} at the primary. Otherwise ` +
    `default_transaction_read_only is on: ALTER ROLE "${user}" IN DATABASE "${database}" SET default_transaction_read_only = off;`,
  "3D000": ({ user, database }) => `As an administrator, run: CREATE DATABASE "${database}" OWNER "${user}";`,
  "08P01": ({ variable }) => `If it's a pooler, check its databases and users. Otherwise check ${variable}.`,
  "28000": REFUSED,
  "28P01": REFUSED,
  "53300": () => "Close other connections, or raise max_connections; each Vedette server uses up to 21.",
  "57P03": () => "PostgreSQL is starting or stopping. Try again in a moment.",
  SELF_SIGNED_CERT_IN_CHAIN: UNVERIFIED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNVERIFIED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNVERIFIED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNVERIFIED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNVERIFIED,
  ECONNREFUSED: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
};
/** By what the message says, where the code is missing or means several things. */
const BY_MESSAGE: readonly (readonly [RegExp, Remedy])[] = [
  [
    /statement pooling mode/,
    () => "Vedette needs transactions. In the pooler, set pool_mode to transaction or session.",
  ],
  [
    /no encryption/,
    ({ variable }) => `The server may require TLS: append ?sslmode=verify-full to ${variable}.`,
  ],
  [
    /does not support SSL/,
    ({ variable }) =>
      `Turn on ssl in PostgreSQL, or set sslmode=disable in ${variable} if the network is trusted.`,
  ],
];

/** Adds the database's address (never its password) and a remedy to an error; returns it unchanged when there is no remedy. */
export function withRemedy(error: unknown, variable: string, url: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = errorCode(error);
  const client = new pg.Client({ connectionString: url });
  const at = { variable, user: client.user ?? "", database: client.database ?? "" };
  const [, said] = BY_MESSAGE.find(([pattern]) => pattern.test(error.message)) ?? [];
  const remedy = (said ?? REMEDIES[code])?.(at);
  if (remedy === undefined) return error;
  const place = `${at.user}@${client.host}:${client.port}/${at.database}`;
  return new Error(`The database ${place} (${variable}) isn't usable: ${error.message || code}. ${remedy}`, {
    cause: error,
  });
}
