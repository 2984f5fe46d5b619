"use client";
import { Inbox, Play, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CheckView } from "@/components/monitors/check-view";
import { PhaseBars } from "@/components/monitors/results/phase-bars";
import { Button } from "@/components/ui/button";
import type { ButtonVariant } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy";
import { Empty } from "@/components/ui/empty";
import { Field } from "@/components/ui/field";
import { Check, Input, Segmented, Select, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Confirm } from "@/components/ui/overlays/confirm";
import { useToast } from "@/components/ui/overlays/toast";
import { Skeleton } from "@/components/ui/skeleton";
import { Spark } from "@/components/ui/spark";
import { StateMark } from "@/components/ui/state-mark";
import { WatchLine } from "@/components/ui/watch-line";
import { STATE_LOOKS, type StateWord } from "@/lib/presenters/core/states";
import { DONE_RUN, FAILED_RUN, PHASES, RUNNING_RUN, STRIP_CELLS } from "./fixtures";
import { Tokens } from "./tokens";

const VARIANTS: ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];
const STATES = Object.keys(STATE_LOOKS) as StateWord[];

export function Gallery() {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Tokens />
      <Card title="States" className="md:col-span-2">
        <Row>
          {STATES.map((state) => (
            <StateMark key={state} state={state} />
          ))}
        </Row>
      </Card>
      <Buttons />
      <Fields />
      <Overlays />
      <Card title="Check, running">
        <CheckView run={RUNNING_RUN} regions={["eu-deu-fra"]} />
      </Card>
      <Card title="Check, done">
        <CheckView run={DONE_RUN} regions={["eu-deu-fra", "na-usa-iad"]} />
      </Card>
      <Card title="Check, rejected">
        <CheckView run={FAILED_RUN} regions={["eu-deu-fra"]} />
      </Card>
      <Card title="Phases, line, and strip">
        <PhaseBars phases={PHASES} />
        <div className="mt-4 flex items-center gap-4">
          <Spark values={STRIP_CELLS.map(({ p50 }) => p50)} />
          <WatchLine steps={STRIP_CELLS} label="Last 24 hours: failures in 3, no data in 4" />
        </div>
      </Card>
      <Card title="Empty" flush>
        <Empty icon={<Inbox />} title="Nothing here yet" action={<Button>Add the first item</Button>}>
          One sentence about what will appear here.
        </Empty>
      </Card>
      <Card title="Loading" flush>
        <Skeleton lines={5} />
      </Card>
    </div>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

function Buttons() {
  return (
    <Card title="Buttons">
      <div className="space-y-3">
        {VARIANTS.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>
              <Play /> {variant}
            </Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} busy>
              Busy
            </Button>
            <Button variant={variant} size="icon" aria-label="Delete">
              <Trash2 />
            </Button>
          </Row>
        ))}
      </div>
    </Card>
  );
}

function Fields() {
  const [value, setValue] = useState<"one" | "two">("one");
  return (
    <Card title="Fields">
      <div className="space-y-4">
        <Field label="With help" help="2 to 45 characters.">
          {(control) => <Input {...control} defaultValue="Shop checkout" />}
        </Field>
        <Field label="With error" error="The URL must start with http:// or https://; got ftp://x.">
          {(control) => <Input {...control} defaultValue="ftp://x" />}
        </Field>
        <Field label="Choice" optional>
          {(control) => (
            <Select {...control}>
              <option>1 minute</option>
            </Select>
          )}
        </Field>
        <Field label="Text">{(control) => <Textarea {...control} placeholder="Supports Markdown." />}</Field>
        <Check label="A checkbox" help="With help text." defaultChecked />
        <Segmented
          name="gallery"
          label="One of two"
          value={value}
          options={[
            { value: "one", label: "One" },
            { value: "two", label: "Two" },
          ]}
          onChange={setValue}
        />
      </div>
    </Card>
  );
}

function Overlays() {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Notices and overlays">
      <div className="space-y-3">
        {(["down", "warn", "calm", "up"] as const).map((tone) => (
          <Notice key={tone} tone={tone}>
            A notice in {tone}.
          </Notice>
        ))}
        <Row>
          <Button onClick={() => toast("Paused", { undo: () => toast("Resumed") })}>Toast with undo</Button>
          <Button onClick={() => toast("The server can't be reached.", { tone: "failed" })}>
            Failed toast
          </Button>
          <Button onClick={() => setAsking(true)}>Confirm</Button>
          <CopyButton text="text" />
        </Row>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => setAsking(false)}
        title="Delete 12 monitors?"
        action="Delete"
        typed="12"
      >
        This can't be undone.
      </Confirm>
    </Card>
  );
}
