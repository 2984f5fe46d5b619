const NOTHING = Buffer.alloc(0);

/** The beginning of what comes, in one buffer that grows: a body in chunks of a byte would be half a million small ones. */
export class KeptBytes {
  private store = NOTHING;
  private used = 0;

  /** All of it so far; valid until more is added. */
  get bytes(): Buffer {
    return this.store.subarray(0, this.used);
  }

  /** Copies a part, because who reads may overwrite it. At most `most` bytes are kept in all. */
  add(part: Buffer, most: number): void {
    const count = Math.min(part.length, most - this.used);
    if (count <= 0) return;
    const wanted = this.used + count;
    if (wanted > this.store.length) {
      // The first part is often all there is.
      const larger = Buffer.allocUnsafe(
        this.used === 0 ? count : Math.min(most, Math.max(wanted, 2 * this.store.length)),
      );
      this.store.copy(larger, 0, 0, this.used);
      this.store = larger;
    }
    part.copy(this.store, this.used, 0, count);
    this.used = wanted;
  }
}
