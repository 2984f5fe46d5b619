/** Who calls, on every request of ours to integrations. */
export const USER_AGENT = "Vedette/1.0 (notifications)";
