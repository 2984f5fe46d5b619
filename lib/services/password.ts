import { hash, verify } from "@node-rs/argon2";

/** Argon2id with OWASP's second choice (19 MiB, 2 passes, 1 lane): about 25 ms. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id in PHC text form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether `password` belongs to `stored`. Without a stored hash the same work is done (T26), and the answer is no. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null) return verify(stored, password);
  await hash(password, OPTIONS);
  return false;
}
