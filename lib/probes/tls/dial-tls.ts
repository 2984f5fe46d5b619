import type { Deadline } from "@/lib/probes/net/deadline";
import { type Dialed, type DialOptions, dial } from "@/lib/probes/net/dial";
import { Handshake, LegacyServer, type Secured, type TlsTarget } from "./tls";

export interface SecuredDial {
  readonly dialed: Dialed;
  readonly secured: Secured;
  /** Problem that was tolerated because the monitor accepts any certificate. */
  readonly warnings: readonly string[];
}

/** Facts to record as soon as they're known, because a later step may fail. */
export interface DialRecord {
  readonly onPhase: NonNullable<Parameters<typeof dial>[1]>;
  readonly onDialed: (address: string) => void;
}

/** Connects and performs a handshake. `isLax` tolerates servers without secure renegotiation. Throws ProbeError. */
export async function dialTls(
  target: TlsTarget,
  options: DialOptions & { readonly deadline: Deadline },
  isLax: boolean,
  record: DialRecord,
): Promise<SecuredDial> {
  try {
    return { ...(await secure(target, options, record)), warnings: [] };
  } catch (error) {
    if (!(error instanceof LegacyServer) || !isLax) throw error;
    const retried = await secure({ ...target, isLegacy: true }, options, record);
    return { ...retried, warnings: [LEGACY] };
  }
}

const LEGACY =
  "the server doesn't support secure renegotiation (RFC 5746); accepted because this monitor skips TLS verification";

async function secure(
  target: TlsTarget,
  options: DialOptions & { readonly deadline: Deadline },
  record: DialRecord,
): Promise<{ dialed: Dialed; secured: Secured }> {
  const handshake = new Handshake(target);
  const dialed = await dial({ ...options, open: handshake.open }, record.onPhase);
  record.onDialed(dialed.address);
  return { dialed, secured: await handshake.done(dialed, options.deadline) };
}
