import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { waitFor } from "@/lib/testing/processes/wait";

/** A Firefox of the system; undefined without one. Playwright drives only its own and newer ones. */
export const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((file) => existsSync(file));

const PREFERENCES = `user_pref("marionette.port", 0);
user_pref("javascript.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);`;
/** Until it finds an element. */
const WAIT_MS = 60_000;
/** The key under which answers name an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

type Answer = [kind: 1, id: number, error: { message: string } | null, result: unknown];

/** A Firefox with one phone-sized window, whose pages run no scripts until `runScripts`. Speaks Marionette. */
export class Firefox {
  #sent = 0;
  #received = Buffer.alloc(0);
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  private constructor(
    private readonly program: ChildProcess,
    private readonly socket: Socket,
    private readonly profile: string,
  ) {
    socket.on("data", (part: Buffer) => this.#read(part));
  }

  static async start(): Promise<Firefox> {
    const profile = await mkdtemp(path.join(tmpdir(), "vedette-firefox-"));
    await writeFile(path.join(profile, "user.js"), PREFERENCES);
    const args = [
      "--headless",
      "--marionette",
      "--remote-allow-system-access",
      "--no-remote",
      "--profile",
      profile,
      "about:blank",
    ];
    const program = spawn(FIREFOX ?? "", args, { stdio: "ignore", env: { ...process.env, HOME: profile } });
    const port = await waitFor("Firefox", async () => {
      const text = await readFile(path.join(profile, "MarionetteActivePort"), "utf8").catch(() => "");
      return Number(text) || null;
    });
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const firefox = new Firefox(program, socket, profile);
    await firefox.#send("WebDriver:NewSession");
    await firefox.#send("WebDriver:SetTimeouts", { implicit: WAIT_MS });
    await firefox.resize(390, 844);
    return firefox;
  }

  async stop(): Promise<void> {
    this.socket.destroy();
    const ended = once(this.program, "exit");
    this.program.kill("SIGKILL");
    await ended;
    await rm(this.profile, { recursive: true, force: true });
  }

  /** Lets the pages opened from now on run their scripts. */
  async runScripts(): Promise<void> {
    await this.#send("Marionette:SetContext", { value: "chrome" });
    const script = 'Services.prefs.setBoolPref("javascript.enabled", true)';
    await this.#send("WebDriver:ExecuteScript", { script, args: [] });
    await this.#send("Marionette:SetContext", { value: "content" });
  }

  /** Shows pages as they are printed, until the next page is opened with `false`. */
  async printLook(on: boolean): Promise<void> {
    await this.#send("Marionette:SetContext", { value: "chrome" });
    const script = "gBrowser.selectedBrowser.browsingContext.mediumOverride = arguments[0]";
    await this.#send("WebDriver:ExecuteScript", { script, args: [on ? "print" : ""] });
    await this.#send("Marionette:SetContext", { value: "content" });
  }

  /** Returns the value of an expression on the page. */
  async read(expression: string): Promise<unknown> {
    const script = `return ${expression}`;
    const { value } = (await this.#send("WebDriver:ExecuteScript", { script, args: [] })) as {
      value: unknown;
    };
    return value;
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send("WebDriver:SetWindowRect", { width, height });
  }

  async open(url: string): Promise<void> {
    await this.#send("WebDriver:Navigate", { url });
  }

  /** Waits for an element that can be used, and presses it. */
  async press(xpath: string): Promise<void> {
    await this.#send("WebDriver:ElementClick", { id: await this.find(`${xpath}[not(@disabled)]`) });
  }

  async type(xpath: string, text: string): Promise<void> {
    await this.#send("WebDriver:ElementSendKeys", { id: await this.find(xpath), text });
  }

  /** Waits for an element and returns its ID. */
  async find(xpath: string): Promise<string> {
    const found = await this.#send("WebDriver:FindElement", { using: "xpath", value: xpath });
    return (found as { value: Record<string, string> }).value[ELEMENT] ?? "";
  }

  async #send(command: string, parameters: object = {}): Promise<unknown> {
    this.#sent += 1;
    const text = JSON.stringify([0, this.#sent, command, parameters]);
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(this.#sent, resolve));
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answered;
    if (error) throw new Error(`${command} ${JSON.stringify(parameters)}: ${error.message}`);
    return result;
  }

  /** Reads messages as `length:JSON`. The first one is a greeting. */
  #read(part: Buffer): void {
    this.#received = Buffer.concat([this.#received, part]);
    for (;;) {
      const colon = this.#received.indexOf(":");
      const end = colon + 1 + Number(this.#received.subarray(0, colon).toString());
      if (colon < 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString()) as Answer;
      this.#received = this.#received.subarray(end);
      if (Array.isArray(message)) this.#waiting.get(message[1])?.(message);
    }
  }
}
