/** Work that repeats until it is stopped. */
export abstract class Loop {
  private isOver = false;
  private loop: Promise<void> = Promise.resolve();

  start(): void {
    this.isOver = false;
    this.loop = this.run();
  }

  /** Ends after the current round. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.loop;
  }

  protected abstract round(): Promise<void>;

  private async run(): Promise<void> {
    while (!this.isOver) await this.round();
  }
}
