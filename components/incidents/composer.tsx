"use client";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/input";
import type { Incident } from "@/lib/contract/incidents/incidents";
import { CommentForm } from "./comment-form";
import { UpdateForm } from "./update-form";

type Audience = "public" | "private";
const AUDIENCES: readonly { value: Audience; label: string }[] = [
  { value: "public", label: "Public update" },
  { value: "private", label: "Private comment" },
];

/** Two texts that must never be confused, so the choice stands first and the button names it. */
export function Composer({ incident }: { incident: Incident }) {
  const [audience, setAudience] = useState<Audience>("public");
  return (
    <Card
      title={audience === "public" ? "Tell your users" : "Tell your team"}
      aside={
        <Segmented
          name="audience"
          label="Audience"
          value={audience}
          options={AUDIENCES}
          onChange={setAudience}
        />
      }
    >
      {audience === "public" ? <UpdateForm incident={incident} /> : <CommentForm incident={incident} />}
    </Card>
  );
}
