import type { Endpoint } from "@/lib/contract/core/endpoint";
import { ApiError, type FieldErrors } from "@/lib/contract/core/errors";
import { type Input, pathOf, type Route } from "./route";

let shownProject: number | null = null;

/** From now on calls of this tab mean the project that it shows, also when the session goes on to another one in a second tab. */
export function showProject(id: number | null): void {
  shownProject = id;
}

/** The header that names the tab's project; none before it is known. */
export function projectHeader(): Record<string, string> {
  return shownProject === null ? {} : { "X-Service-Project-Id": String(shownProject) };
}

/** Calls the API with the session cookie. Answers that are no success throw `ApiError` with their field errors. */
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
  if (!response.ok) throw await toApiError(response);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, "The server can't be reached. Check your connection and try again.");
  }
}

/** The error that an answer carries; a session that ended leads to the sign-in page. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: { message?: string; errors?: FieldErrors } = await response.json().catch(() => ({}));
  if (
    response.status === 401 &&
    location.pathname !== "/sign-in" &&
    !location.pathname.startsWith("/setup")
  ) {
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
  return new ApiError(
    response.status,
    body.message ?? `The server answered ${response.status}.`,
    body.errors ?? null,
  );
}
