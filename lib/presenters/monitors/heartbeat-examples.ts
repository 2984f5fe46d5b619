/** A way to send signals, ready to copy. */
export interface HeartbeatExample {
  readonly label: string;
  readonly text: string;
}

/** Returns how common schedulers send signals to a ping URL. */
export function heartbeatExamples(url: string): HeartbeatExample[] {
  const curl = "curl -fsS -m 10 --retry 5 -o /dev/null";
  return [
    { label: "curl", text: `${curl} ${url}` },
    { label: "cron", text: `0 3 * * * /usr/local/bin/backup.sh; ${curl} ${url}/$?` },
    {
      label: "systemd",
      text: [
        "[Service]",
        `ExecStartPre=-${curl} ${url}/start`,
        "ExecStart=/usr/local/bin/backup.sh",
        `ExecStopPost=-/bin/sh -c '${curl} ${url}/$$EXIT_STATUS'`,
      ].join("\n"),
    },
    {
      label: "Kubernetes",
      text: [
        "# In the CronJob's container",
        'command: ["/bin/sh", "-c"]',
        `args: ["/usr/local/bin/backup.sh; ${curl} ${url}/$?"]`,
      ].join("\n"),
    },
  ];
}
