import { mailControls, mailRequest } from "./mail";
import { protocolContract } from "./protocol";
import { exchangeErrors, serverPlace } from "./server";

export const smtp = protocolContract({
  label: "SMTP",
  request: mailRequest("25"),
  fields: mailControls,
  ...serverPlace,
  errors: exchangeErrors("smtp"),
  failure: "The SMTP server did not greet in time, or refused to serve.",
});
