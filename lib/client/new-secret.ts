const BYTES = 32;

/** Generates a random signing secret in the browser, in the form that Standard Webhooks libraries expect. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
