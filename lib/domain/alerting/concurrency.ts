/** Deliveries that one server sends at the same time. */
export const SENDING_MAX = 1024;
/** The same, to one integration. */
const PER_INTEGRATION = 32;
/** The same, to one integration, once many are slow. Leaves room for the others. */
const PER_INTEGRATION_WHEN_BUSY = 4;
const BUSY_FROM = SENDING_MAX / 4;

/**
 * Returns how many deliveries may be sent to one integration at the same time while `sending` are sent in all. A destination
 * that hangs fills its own share only, and hundreds of them leave room for others.
 */
export function sharePerIntegration(sending: number): number {
  return sending < BUSY_FROM ? PER_INTEGRATION : PER_INTEGRATION_WHEN_BUSY;
}
