import { mailControls, mailRequest } from "./mail";
import { protocolContract } from "./protocol";
import { exchangeErrors, serverPlace } from "./server";

export const pop3 = protocolContract({
  label: "POP3",
  request: mailRequest("110"),
  fields: mailControls,
  ...serverPlace,
  errors: exchangeErrors("pop3"),
  failure: "The POP3 server did not greet in time, or refused to serve.",
});
