/** Version of server and runner; equals the one in package.json. */
export const PROGRAM_VERSION = "0.1.0";
