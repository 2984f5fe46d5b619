/** Sent with every request to integrations. */
export const USER_AGENT = "Vedette/1.0 (notifications)";
