import type { ConfigFile } from "@/lib/contract/config-file/config-file";
import type { DraftContent } from "../draft";

/** Content of a file: another product's configuration, or our own. */
export type Imported = { readonly draft: DraftContent } | { readonly file: ConfigFile };

/** Reads the export of one product. */
export interface Importer {
  /** Parses the text in linear time. Throws `UnreadableFile` when it isn't such an export. */
  parse(text: string): Imported;
  /**
   * The tables to read when the file is an SQLite database. They arrive as JSON: an array of rows per table that the database has.
   */
  readonly tables?: readonly string[];
}
