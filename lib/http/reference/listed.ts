/** One operation of the document, with where it stands. */
export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Record<string, unknown>;
}
