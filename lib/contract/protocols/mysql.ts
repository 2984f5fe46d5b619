import { protocolContract } from "./protocol";
import { exchangeErrors, serverPlace } from "./server";
import { checkSql, sqlControls, sqlRequest } from "./sql";

export const mysql = protocolContract({
  label: "MySQL",
  request: sqlRequest("3306"),
  fields: sqlControls,
  ...serverPlace,
  check: checkSql,
  errors: exchangeErrors("mysql"),
  failure: "The MySQL server did not accept the connection, the sign-in, or the query.",
});
