export interface Exception {
  readonly file: string;
  /** Part of the text that may stay. */
  readonly phrase: string;
  readonly why: string;
}

/** Texts in which a word of the table is right. */
export const ALLOWED: readonly Exception[] = [
  { file: "lib/contract/monitors/bulk.ts", phrase: "Send either ids or filter.", why: "names of fields" },
  { file: "lib/domain/core/svg.ts", phrase: "gradientUnits", why: "attributes of SVG" },
  { file: "lib/domain/core/svg.ts", phrase: "text-anchor", why: "attributes of SVG" },
  {
    file: "lib/domain/incidents/model-question.ts",
    phrase: "Answer with one JSON object",
    why: "instruction for a language model",
  },
  {
    file: "lib/domain/status-pages/subscriber-csv.ts",
    phrase: "e-mail",
    why: "a column name in other exports",
  },
];
