import type { ApiError } from "@/lib/contract/core/errors";

/** Returns the error with which a service refuses. */
export function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  return work.then(
    () => {
      throw new Error("It was accepted.");
    },
    (error: ApiError) => error,
  );
}
