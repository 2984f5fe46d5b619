import { protocolContract } from "./protocol";
import { exchangeErrors, serverPlace } from "./server";
import { checkSql, sqlControls, sqlRequest } from "./sql";

export const postgres = protocolContract({
  label: "PostgreSQL",
  request: sqlRequest("5432"),
  fields: sqlControls,
  ...serverPlace,
  check: checkSql,
  errors: exchangeErrors("postgres"),
  failure: "The PostgreSQL server did not accept the connection, the sign-in, or the query.",
});
