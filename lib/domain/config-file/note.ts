/** How a field was mapped, when it isn't the same as there. */
export interface Note {
  readonly field: string;
  readonly text: string;
}
