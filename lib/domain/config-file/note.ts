/** How a field was mapped, if it differs from the source. */
export interface Note {
  readonly field: string;
  readonly text: string;
}

/** Adds a note about a field. */
export function note(notes: Note[], field: string, text: string): void {
  notes.push({ field, text });
}
