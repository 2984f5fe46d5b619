/** An LRU cache of entries that together weigh at most `most`. Each weighs 1 unless `weigh` says otherwise. */
export class Recent<Value> {
  private readonly entries = new Map<string, Value>();
  private weight = 0;

  constructor(
    private readonly most: number,
    private readonly weigh: (value: Value) => number = () => 1,
  ) {}

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.drop(key);
    const added = this.weigh(value);
    for (const oldest of this.entries.keys()) {
      if (this.weight + added <= this.most) break;
      this.drop(oldest);
    }
    this.entries.set(key, value);
    this.weight += added;
  }

  private drop(key: string): void {
    const value = this.entries.get(key);
    if (value === undefined) return;
    this.entries.delete(key);
    this.weight -= this.weigh(value);
  }
}
