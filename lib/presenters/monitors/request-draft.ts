import { completeUrl } from "@/lib/presenters/core/target";

export type FieldValue = string | boolean | { name: string; value: string }[];
/** The values of a form by field, as they are typed: lists of strings are one string with a line each. */
export type RequestDraft = Record<string, FieldValue>;

/** A control of a request's form. */
export interface RequestControl {
  name: string;
  label: string;
  help: string | null;
  kind: "text" | "number" | "long" | "choice" | "check" | "lines" | "pairs" | "monitors";
  /** Whether it may be empty, which is sent as null. */
  optional: boolean;
  initial: FieldValue;
  choices: { value: string; label: string }[];
  /** The maximum number of pairs. */
  max: number | null;
  placeholder: string | null;
  /** Typed without being shown. */
  masked: boolean;
  narrow: boolean;
  advanced: boolean;
  /** Offered only while each of these fields has one of these values. */
  when: Readonly<Record<string, readonly string[]>>;
}

/** Returns the value of a control: what was typed, else its initial value. */
export function controlValue({ name, initial }: RequestControl, draft: RequestDraft): FieldValue {
  const typed = draft[name];
  // Protocols may have fields of the same name and another kind.
  return typeof typed === typeof initial && typed !== undefined ? typed : initial;
}

/** Returns the controls that the other values of the form call for. */
export function offeredControls(controls: readonly RequestControl[], draft: RequestDraft): RequestControl[] {
  return controls.filter(({ when }) =>
    Object.entries(when).every(([other, values]) => {
      const control = controls.find(({ name }) => name === other);
      return control !== undefined && values.includes(String(controlValue(control, draft)));
    }),
  );
}

/** Groups controls into rows. A narrow one shares the row of its neighbor. */
export function rowsOf(controls: readonly RequestControl[]): RequestControl[][] {
  const rows: RequestControl[][] = [];
  for (const control of controls) {
    const [first, second] = rows.at(-1) ?? [];
    const joins = first && !second && isLine(first) && isLine(control) && first.narrow !== control.narrow;
    if (joins) rows.at(-1)?.push(control);
    else rows.push([control]);
  }
  return rows;
}

function isLine({ kind }: RequestControl): boolean {
  return kind === "text" || kind === "number" || kind === "choice";
}

/** Returns the form values of a stored request. */
export function requestDraft(request: object): RequestDraft {
  return Object.fromEntries(
    Object.entries(request).flatMap(([name, value]) => {
      const text =
        Array.isArray(value) && value.every((item) => typeof item !== "object") ? value.join("\n") : value;
      return text === null ? [] : [[name, typeof text === "number" ? String(text) : text]];
    }),
  );
}

/** Returns the request as it is sent. Controls that aren't offered are left out. */
export function requestOf(controls: readonly RequestControl[], draft: RequestDraft): Record<string, unknown> {
  return Object.fromEntries(
    offeredControls(controls, draft).map((control) => [
      control.name,
      sentValue(control, controlValue(control, draft)),
    ]),
  );
}

function sentValue({ name, kind, optional }: RequestControl, value: FieldValue): unknown {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  if (isEmpty && optional) return null;
  if (typeof value !== "string") return value;
  if (kind === "number") return Number(value);
  if (kind === "lines") return linesOf(value);
  if (kind === "monitors") return chosenMonitors(value);
  return name === "url" ? completeUrl(value) : value;
}

/** Returns the IDs of monitors in the value of a control. */
export function chosenMonitors(value: FieldValue): number[] {
  return linesOf(String(value)).map(Number);
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
