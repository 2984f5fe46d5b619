/** Returns the condition that a column has an ID of a wanted monitor. */
export type Among = (column: string) => string;

export const AMONG_IDS: Among = (column) => `${column} = any ($2::bigint[])`;
export const AMONG_ALL: Among = () => "$2::bigint[] is null";
