/** Version of this program, as package.json names it: the server's and the runner's are one. */
export const PROGRAM_VERSION = "0.1.0";
