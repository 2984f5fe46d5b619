import type { AskedName } from "@/lib/domain/runners/name-server-check";
import { AnswerMemory } from "@/lib/runner/report/answer-memory";
import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import type { NameQuestions } from "./name-questions";

/** Whether there are witnesses to count on is known before one is needed. */
const SURVEY_MS = 5 * 60_000;
/** Surveys in a row without any answer, while nothing made us doubt the name servers: these names are kept from us. */
const LOST_MAX = 2;

/**
 * Names of the Internet itself, in two zones of different operators: what resolves no longer when they don't is the Internet. Neither
 * zone is signed, so no resolver can deny a name below them without asking (RFC 8198).
 */
export const PUBLIC_WITNESSES: readonly string[] = ["a.root-servers.net", "a.gtld-servers.net"];

/** Names that tell dead name servers from names that are gone: they count while they resolved within the last day. */
export class NameWitnesses {
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

  /** The first survey, and one every five minutes. */
  start(): void {
    if (this.names.length === 0) return;
    void this.survey();
    this.timer = setInterval(() => void this.survey(), SURVEY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The name servers are thought dead: that their witnesses are silent makes those no worse. */
  doubted(): void {
    this.doubtedMs = monotonicMs();
  }

  /** Asks those that count and for which `mayTell` holds. */
  look(mayTell: (name: string) => boolean): Promise<AskedName[]> {
    const counted = this.names.filter((name) => this.memory.counts(name) && mayTell(name));
    return Promise.all(counted.map((name) => this.questions.nameAfresh(name)));
  }

  /** Asks all: one that resolves counts from now on. One that is lost while another is not counts no more until it resolves. */
  async survey(): Promise<void> {
    const asked = await Promise.all(this.names.map((name) => this.questions.nameAfresh(name)));
    const well = asked.filter(({ code }) => code === null).map(({ name }) => name);
    const lost = this.names.filter((name) => !well.includes(name));
    this.memory.answered(well);
    if (well.length > 0) this.lost = 0;
    else if (monotonicMs() - this.doubtedMs > SURVEY_MS) this.lost += 1;
    if (well.length === 0 && this.lost < LOST_MAX) return;
    if (lost.some((name) => this.memory.counts(name)))
      log.warn("these names can't be resolved here any more; they count no more until they can", { lost });
    this.memory.forget(lost);
  }
}
