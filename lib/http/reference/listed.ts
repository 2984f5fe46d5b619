/** One operation of the document, with its method and path. */
export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Record<string, unknown>;
}
