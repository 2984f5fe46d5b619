/** Deliveries that one server sends at the same time. */
export const SENDING_MAX = 1024;
/** The same for one integration. */
const PER_INTEGRATION = 32;
/** The same for one integration once many are slow, which leaves room for the others. */
const PER_INTEGRATION_WHEN_BUSY = 4;
const BUSY_FROM = SENDING_MAX / 4;

/**
 * Returns how many deliveries may be sent to one integration at the same time while `sending` are being sent in total.
 * A destination that hangs fills only its own share, and even hundreds of them leave room for others.
 */
export function sharePerIntegration(sending: number): number {
  return sending < BUSY_FROM ? PER_INTEGRATION : PER_INTEGRATION_WHEN_BUSY;
}
