import type { ItemKind } from "@/lib/contract/config-file/config-file";
import type { Skipped } from "@/lib/domain/config-file/draft";
import type { Stored } from "./stored";

export interface Step {
  readonly kind: ItemKind;
  readonly key: string;
  /** `left`: managed before but no longer in the file. */
  readonly action: "create" | "update" | "unchanged" | "left";
  /** ID of the stored item; null for one to create. */
  readonly id: number | null;
  /** Whether the file takes over an item created by hand. */
  readonly adopted: boolean;
  /** Names of the changed fields. */
  readonly changed: string[];
  /** The whole item as the file writes it. */
  readonly whole: Record<string, unknown>;
  /** Places of secrets that have their stored value because their variable has none. */
  readonly kept: readonly string[];
}
export interface Plan {
  readonly steps: Step[];
  /** Problems in the file. Nothing is applied while there are any. */
  readonly problems: string[];
  /** Items of the file that need no step, with the reason. */
  readonly skipped: Skipped[];
  /** Variables that the file refers to and that have no value. */
  readonly missing: string[];
  readonly stored: Stored;
}
