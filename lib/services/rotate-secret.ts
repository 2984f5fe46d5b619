import { integrationContext } from "@/lib/alerting/integration-secrets";
import { addressContext, KEY_CONTEXT } from "@/lib/alerting/push-secrets";
import { log } from "@/lib/shared/log";
import { appSecretDigest, decrypt, encrypt, needsRotation, signingSecret } from "@/lib/shared/secret";
import {
  type EncryptedRow,
  type EncryptedValue,
  keepDigest,
  selectEncrypted,
  storeEncrypted,
  storeSigningSecret,
} from "@/lib/store/core/app-secret";
import { tx } from "@/lib/store/core/tx";
import { secretContext } from "./accounts/second-factor";
import { SIGNING_CONTEXT } from "./app-secret";
import { pingKeyContext } from "./monitors/heartbeat-tokens";
import { requestContext } from "./monitors/request";

const BATCH = 200;

interface Rotated extends EncryptedValue {
  /** Text that binds a value to its row. */
  readonly contextOf: (row: EncryptedRow) => string;
}

/** Every value that APP_SECRET encrypts and that stays longer than a day. */
const VALUES: readonly Rotated[] = [
  { table: "monitors", column: "request_secrets", contextOf: ({ id }) => requestContext(id) },
  { table: "integrations", column: "secrets", contextOf: ({ id }) => integrationContext(id) },
  { table: "users", column: "totp_secret", contextOf: ({ id }) => secretContext(id) },
  { table: "users", column: "totp_pending", contextOf: ({ id }) => secretContext(id) },
  { table: "push_keys", column: "private_key", contextOf: () => KEY_CONTEXT },
  {
    table: "push_subscriptions",
    column: "secrets",
    bind: "endpoint_hash",
    contextOf: ({ bind }) => addressContext(bind ?? Buffer.alloc(0)),
  },
  { table: "ping_keys", column: "key", identity: "project_id", contextOf: ({ id }) => pingKeyContext(id) },
];

export interface Rotation {
  /** Values that are encrypted with APP_SECRET now. */
  rotated: number;
  /** Values that neither secret decrypts. They stay as they are. */
  unreadable: number;
}

/**
 * Encrypts every stored secret with APP_SECRET that APP_SECRET_PREVIOUS encrypted. Servers can run meanwhile; an interrupted rotation
 * continues. `isNewSigning` also invalidates links, passes, and proofs of domains, as after a leak.
 */
export async function rotateSecret(isNewSigning: boolean): Promise<Rotation> {
  const total: Rotation = { rotated: 0, unreadable: 0 };
  for (const value of VALUES) await rotateValue(value, total);
  await tx(async (trx) => {
    await keepDigest(trx, appSecretDigest());
    await storeSigningSecret(trx, isNewSigning ? null : encrypt(signingSecret(), SIGNING_CONTEXT));
  });
  return total;
}

async function rotateValue(value: Rotated, total: Rotation): Promise<void> {
  for (let last = 0; ; ) {
    const { end, rotated, unreadable } = await tx(async (trx) => {
      const batch = await selectEncrypted(trx, value, last, BATCH);
      const old = batch.filter(({ encrypted }) => needsRotation(encrypted));
      const plains = old.map((row) => ({ row, plain: readable(row, value) }));
      for (const { row, plain } of plains)
        if (plain !== null) await storeEncrypted(trx, value, row, encrypt(plain, value.contextOf(row)));
      const lost = plains.filter(({ plain }) => plain === null).length;
      return { end: batch.at(-1), rotated: plains.length - lost, unreadable: lost };
    });
    total.rotated += rotated;
    total.unreadable += unreadable;
    if (!end) return;
    last = end.id;
  }
}

function readable(row: EncryptedRow, { table, column, contextOf }: Rotated): string | null {
  try {
    return decrypt(row.encrypted, contextOf(row));
  } catch {
    log.warn("a stored secret can't be decrypted, so it stays as it is", { table, column, id: row.id });
    return null;
  }
}
