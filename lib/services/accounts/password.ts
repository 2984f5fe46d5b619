import { hash, verify } from "@node-rs/argon2";

/** Argon2id with OWASP's second choice (19 MiB, 2 passes, 1 lane): about 25 ms. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of nothing with the same costs: where there is no account, this one is verified. */
const NOBODYS =
  "$argon2id$v=19$m=19456,t=2,p=1$ImH7wQOOlKtYap0ZPXFiUg$2VoJ72350Mu0Tv+mS8R+k6I8sd5GxSI5jEmHf/IwG4A";

/** Argon2id in PHC text form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether `password` belongs to `stored`. Without a stored hash the same work is done (T26), and the answer is no. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? NOBODYS, password);
  return stored !== null && matches;
}
