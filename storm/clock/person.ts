/** A signed-in user with the dashboard open. */
export interface Person {
  /** Requests the session and returns the status. */
  look(): Promise<number>;
  /** Returns the number of changes received over the live stream. */
  changes(): number;
  isStreaming(): boolean;
  stop(): Promise<void>;
}

/** Signs in and opens the live stream, as a dashboard in a browser does. */
export async function openPerson(
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<Person> {
  const signedIn = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email, password }),
  });
  if (!signedIn.ok) throw new Error(`Sign-in returned ${signedIn.status}: ${await signedIn.text()}`);
  const headers = { cookie: signedIn.headers.get("set-cookie")?.split(";")[0] ?? "", origin };
  const stopped = new AbortController();
  const stream = await fetch(`${origin}/api/live`, { headers, signal: stopped.signal });
  if (!stream.ok || !stream.body) throw new Error(`The live stream returned ${stream.status}.`);
  const seen = { changes: 0, streaming: true };
  void read(stream.body, seen);
  return {
    look: async () => (await fetch(`${origin}/api/session`, { headers })).status,
    changes: () => seen.changes,
    isStreaming: () => seen.streaming,
    stop: async () => stopped.abort(),
  };
}

async function read(
  body: ReadableStream<Uint8Array>,
  seen: { changes: number; streaming: boolean },
): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body)
      seen.changes += decoder.decode(chunk, { stream: true }).split(/event: ch(?:ange|ecks)/).length - 1;
  } catch {
    // Ended by us, or the server is gone, which the flag shows.
  }
  seen.streaming = false;
}
