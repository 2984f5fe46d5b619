import { hash, verify } from "@node-rs/argon2";

/** Argon2id with OWASP's second recommendation (19 MiB, 2 passes, 1 lane): about 25 ms. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Placeholder hash with the same costs, verified when there is no account. */
const NOBODYS =
  "$argon2id$v=19$m=19456,t=2,p=1$ImH7wQOOlKtYap0ZPXFiUg$2VoJ72350Mu0Tv+mS8R+k6I8sd5GxSI5jEmHf/IwG4A";

/** Returns the Argon2id hash in PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/**
 * Returns whether `password` matches `stored`. Without a stored hash it does the same work and returns false, so timing reveals
 * nothing.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? NOBODYS, password);
  return stored !== null && matches;
}
