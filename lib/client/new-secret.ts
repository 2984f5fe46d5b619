const BYTES = 32;

/** A signing secret of the browser's own randomness, in the form that Standard Webhooks libraries take. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
