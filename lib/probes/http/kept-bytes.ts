const NOTHING = Buffer.alloc(0);

/** Collects the beginning of a stream in one growing buffer. A body in one-byte chunks would otherwise become half a million buffers. */
export class KeptBytes {
  private store = NOTHING;
  private used = 0;

  /** Everything collected so far; valid until the next `add`. */
  get bytes(): Buffer {
    return this.store.subarray(0, this.used);
  }

  /** Appends a copy, because the caller may reuse its buffer. Keeps at most `most` bytes in total. */
  add(part: Buffer, most: number): void {
    const count = Math.min(part.length, most - this.used);
    if (count <= 0) return;
    const wanted = this.used + count;
    if (wanted > this.store.length) {
      // The first part is often the entire body.
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
