"use client";
import { useEffect, useState } from "react";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/input";
import { readTheme, type ThemeChoice, writeTheme } from "@/lib/client/theme";

const OPTIONS: { value: ThemeChoice; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function ThemeCard() {
  const [theme, setTheme] = useState<ThemeChoice>("system");
  useEffect(() => setTheme(readTheme()), []);
  const choose = (next: ThemeChoice) => {
    writeTheme(next);
    setTheme(next);
  };
  return (
    <Card
      title="Theme"
      aside={<Segmented name="theme" label="Theme" value={theme} options={OPTIONS} onChange={choose} />}
    >
      <p className="text-muted">Saved in this browser.</p>
    </Card>
  );
}
