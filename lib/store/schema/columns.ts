import type { ColumnType } from "kysely";

/**
 * Dates are read as Date and written as Date or ISO strings; JSON is written as text (`JSON.stringify`) and read
 * parsed.
 */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type DefaultTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
export type Json<Read = unknown> = ColumnType<Read, string, string>;
export type DefaultJson<Read = unknown> = ColumnType<Read, string | undefined, string>;
export type NullableJson<Read = unknown> = ColumnType<Read | null, string | null | undefined, string | null>;
