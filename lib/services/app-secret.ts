import { openSecrets } from "@/lib/alerting/integration-secrets";
import { openAddress, openPushKey } from "@/lib/alerting/push-secrets";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { appSecretDigest, decrypt, keepSigningSecret } from "@/lib/shared/secret";
import { lockFirstStart } from "@/lib/store/accounts/first-start";
import {
  type EncryptedSample,
  encryptedSample,
  keepDigest,
  storedDigest,
  storedSigningSecret,
} from "@/lib/store/core/app-secret";
import { type Tx, tx } from "@/lib/store/core/tx";
import { secretContext } from "./accounts/second-factor";
import { pingKeyContext } from "./monitors/heartbeat-tokens";
import { decryptRequest } from "./monitors/request";

const REFUSAL =
  "APP_SECRET does not match the key that encrypted this database (integrations, monitor headers, and bodies, two-factor sign-in, browser notifications). " +
  "Set the previous APP_SECRET; with the embedded database, restore the app-secret file in the data directory. If the secret is lost, run " +
  "`npm run -s cli -- backup FILE`, then `npm run -s cli -- restore FILE --replace --other-secret`, and enter those secrets again.";

export const SIGNING_CONTEXT = "signing_secret";

/**
 * Refuses to start with an APP_SECRET that cannot decrypt the stored secrets. Otherwise alerts would fail one by one and new secrets would
 * mix with old ones. Stores the digest if the secret is accepted. A database without a digest is judged by whether any secret decrypts.
 * `mayReplace`: whether another secret is accepted while nothing is encrypted. A running server would keep using its own.
 */
export async function requireAppSecret(mayReplace = true): Promise<void> {
  const own = appSecretDigest();
  const { APP_SECRET_PREVIOUS: previous } = env();
  await tx(async (trx) => {
    await lockFirstStart(trx);
    const known = await storedDigest(trx);
    // Until `rotate-secret` has finished, the digest is that of the previous secret.
    if (known === own || (previous !== undefined && known === appSecretDigest(previous)))
      return readSigningSecret(trx);
    if (known !== null && !mayReplace) throw new Error(REFUSAL);
    const openings = openingsOf(await encryptedSample(trx));
    if (openings.length > 0 && (known !== null || !openings.some(succeeds))) throw new Error(REFUSAL);
    if (known !== null) log.warn("APP_SECRET changed; links signed with the previous secret no longer work");
    await keepDigest(trx, own);
    await readSigningSecret(trx);
  });
}

/** Reads the secret that signs, so that links from before a rotation stay valid. */
async function readSigningSecret(trx: Tx): Promise<void> {
  const encrypted = await storedSigningSecret(trx);
  const { APP_SECRET_PREVIOUS: previous } = env();
  const isRotating = previous !== undefined && (await storedDigest(trx)) === appSecretDigest(previous);
  keepSigningSecret((encrypted && readable(encrypted)) ?? (isRotating ? previous : null));
}

function readable(encrypted: Buffer): string | null {
  try {
    return decrypt(encrypted, SIGNING_CONTEXT);
  } catch (error) {
    log.warn("the secret that signs can't be decrypted; links from before no longer work", { error });
    return null;
  }
}

function openingsOf(sample: EncryptedSample): (() => unknown)[] {
  return [
    ...sample.monitors.map((row) => () => decryptRequest(row)),
    ...sample.integrations.map((row) => () => openSecrets(row)),
    ...sample.pushKeys.map((row) => () => openPushKey(row)),
    ...sample.subscriptions.map((row) => () => openAddress(row)),
    ...sample.twoFactor.map((row) => () => decrypt(row.secret, secretContext(row.id))),
    ...sample.pingKeys.map((row) => () => decrypt(row.key, pingKeyContext(row.id))),
  ];
}

function succeeds(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
