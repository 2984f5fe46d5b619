/** How a field was mapped, if it differs from the source. */
export interface Note {
  readonly field: string;
  readonly text: string;
}
