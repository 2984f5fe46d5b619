/** Returns the `like` pattern that finds text anywhere in a lowercase string. */
export const anywhere = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
