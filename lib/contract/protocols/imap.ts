import { mailControls, mailRequest } from "./mail";
import { protocolContract } from "./protocol";
import { exchangeErrors, serverPlace } from "./server";

export const imap = protocolContract({
  label: "IMAP",
  request: mailRequest("143"),
  fields: mailControls,
  ...serverPlace,
  errors: exchangeErrors("imap"),
  failure: "The IMAP server did not greet in time, or refused to serve.",
});
