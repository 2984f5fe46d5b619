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
  ECONNREFUSED: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
};
const STATEMENT_POOLING = /statement pooling mode/;

/** Adds the database's address (never its password) and a remedy to an error; returns it unchanged when there is no remedy. */
export function withRemedy(error: unknown, variable: string, url: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = errorCode(error);
  const client = new pg.Client({ connectionString: url });
  const at = { variable, user: client.user ?? "", database: client.database ?? "" };
  const remedy = STATEMENT_POOLING.test(error.message)
    ? "Vedette needs transactions. In the pooler, set pool_mode to transaction or session."
    : REMEDIES[code]?.(at);
  if (remedy === undefined) return error;
  const place = `${at.user}@${client.host}:${client.port}/${at.database}`;
  return new Error(`The database ${place} (${variable}) isn't usable: ${error.message || code}. ${remedy}`, {
    cause: error,
  });
}
