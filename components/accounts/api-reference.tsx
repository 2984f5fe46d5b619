/** Links to the API reference of this installation. */
export function ApiReference() {
  return (
    <a className="text-accent underline underline-offset-2" href="/api/docs">
      API reference
    </a>
  );
}
