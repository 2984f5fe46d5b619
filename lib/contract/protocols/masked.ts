/** Stands for a secret that can't be read. Sent back, it keeps the stored one. */
export const MASK = "••••••";
