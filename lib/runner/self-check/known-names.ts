import type { AskedName } from "@/lib/domain/runners/name-server-check";
import { AnswerMemory } from "@/lib/runner/report/answer-memory";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import type { NameQuestions } from "./name-questions";

/** Which names resolve must be known before they're needed. */
const SURVEY_MS = 5 * 60_000;
/**
 * Consecutive surveys without an answer, while the name servers weren't suspected, after which a name is considered
 * blocked here.
 */
const LOST_MAX = 2;

/**
 * Public names in two zones of different operators. If they stop resolving, the Internet is unreachable. Neither zone
 * is signed, so no resolver can deny a name in them without asking (RFC 8198).
 */
export const PUBLIC_NAMES: readonly string[] = ["a.root-servers.net", "a.gtld-servers.net"];

/**
 * Known names that distinguish dead name servers from names that don't exist. A name counts if it resolved within the
 * last day.
 */
export class KnownNames {
  private readonly memory: AnswerMemory;
  private timer: NodeJS.Timeout | undefined;
  private lost = 0;
  private doubtedMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly names: readonly string[],
    file: string,
    private readonly questions: NameQuestions,
  ) {
    this.memory = new AnswerMemory(file);
  }

  /** Runs the first survey, and one every five minutes. */
  start(): void {
    if (this.names.length === 0) return;
    void this.survey();
    this.timer = setInterval(() => void this.survey(), SURVEY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Records that the name servers are suspected, so that silence isn't held against the names. */
  doubted(): void {
    this.doubtedMs = monotonicMs();
  }

  /** Asks the names that count and for which `mayTell` returns true. */
  look(mayTell: (name: string) => boolean): Promise<AskedName[]> {
    const counted = this.names.filter((name) => this.memory.counts(name) && mayTell(name));
    return Promise.all(counted.map((name) => this.questions.nameAfresh(name)));
  }

  /**
   * Asks all names. One that resolves counts from now on. One that is lost while another isn't no longer counts until
   * it resolves.
   */
  async survey(): Promise<void> {
    const asked = await Promise.all(this.names.map((name) => this.questions.nameAfresh(name)));
    const well = asked.filter(({ code }) => code === null).map(({ name }) => name);
    const lost = this.names.filter((name) => !well.includes(name));
    this.memory.answered(well);
    if (well.length > 0) this.lost = 0;
    else if (monotonicMs() - this.doubtedMs > SURVEY_MS) this.lost += 1;
    if (well.length === 0 && this.lost < LOST_MAX) return;
    if (lost.some((name) => this.memory.counts(name)))
      log.warn("known names no longer resolve here; ignoring them until they do", { lost });
    this.memory.forget(lost);
  }
}
