/** Returns the `like` pattern that finds a text anywhere in a lowercase one. */
export const anywhere = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
