import { ApiError } from "@/lib/contract/core/errors";

const MAX_WAIT_MS = 5000;

/** Rejects with 503 when the database does not respond within 5 s. A hanging database reports no error. */
export async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new ApiError(503, "The database is not responding. Please try again.", null, {
          "Retry-After": "5",
        }),
      );
    }, MAX_WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
