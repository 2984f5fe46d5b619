import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError, type FieldErrors } from "@/lib/contract/core/errors";
import { noteRefusal } from "./project-gone";
import { type Input, pathOf, type Route } from "./route";
import { sessionEnded } from "./session-state";

/**
 * Creating the demo's data takes minutes on a busy machine. Until then, reading the readiness shows whether the server
 * is available.
 */
const ANSWER_MS = 300_000;

let shownProject: number | null = null;

/** Sets the project of all calls from this tab, even if another tab switches the session to another project. */
export function showProject(id: number | null): void {
  shownProject = id;
}

/** Returns the header that names the tab's project; none before it's known. */
export function projectHeader(): Record<string, string> {
  return shownProject === null ? {} : { "X-Service-Project-Id": String(shownProject) };
}

/** Calls the API with the session cookie. Throws an `ApiError` with field errors unless the response is a success. */
export async function request<E extends Endpoint, Answer>(
  route: Route<E, Answer>,
  input: Input<E> = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await send(`/api${pathOf(route, input)}`, {
    method: route.method,
    headers: {
      Accept: "application/json",
      ...projectHeader(),
      ...(input.body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(signal && { signal }),
  });
  if (response.status === 401) sessionEnded(route.method);
  if (!response.ok) {
    const error = await toApiError(response);
    noteRefusal(error.status, error.message);
    throw error;
  }
  if (response.status === 204) return undefined as Answer;
  const isJson = response.headers.get("content-type")?.includes("json");
  return (isJson ? await response.json() : await response.text()) as Answer;
}

/** Fetches. Throws an `ApiError` that can be shown if no response begins in time. */
export async function send(url: string, init: RequestInit, answerMs = ANSWER_MS): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMs);
  try {
    return await fetch(url, { ...init, signal: AbortSignal.any([late.signal, init.signal ?? late.signal]) });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(
      0,
      late.signal.aborted
        ? `The server didn't respond within ${answerMs / 1000} s. Check whether the change was saved before you try again.`
        : "The server can't be reached. Check your connection and try again.",
    );
  } finally {
    clearTimeout(timer);
  }
}

export async function toApiError(response: Response): Promise<ApiError> {
  const body: { message?: string; errors?: FieldErrors } = await response.json().catch(() => ({}));
  return new ApiError(
    response.status,
    body.message ?? `The server returned ${response.status}.`,
    body.errors ?? null,
  );
}
