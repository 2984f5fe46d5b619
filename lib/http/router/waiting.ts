import { ApiError } from "@/lib/contract/core/errors";

const MAX_WAIT_MS = 5000;

/** 503 when the database does not answer within 5 s: a hanging one refuses nothing, it just never comes back. */
export async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new ApiError(503, "The database does not answer right now. Please try again.", null, {
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
