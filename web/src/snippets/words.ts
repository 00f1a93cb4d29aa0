export const words = {
  label: 'Snippets',
  keywords:
    'This monitor looks for keywords in its pings. Send the output of the job, for example with curl --data-binary @FILE.',
  examples: {
    request: 'With this monitor’s keywords',
    email: 'By email, with this monitor’s keywords',
    body: 'body',
    subject: 'subject',
    other: 'job',
    success: (place: string) => `A success: the ${place} contains one of the success keywords.`,
    failure: (place: string) => `A failure: the ${place} contains one of the failure keywords.`,
    failureWithout: (place: string) => `A failure: the ${place} contains no keyword.`,
  },
  elsewhere: {
    reports: (count: number, host: string) =>
      count === 1 ? `1 line still reports to ${host}.` : `${count} lines still report to ${host}.`,
    lines: (lines: readonly number[]) =>
      lines.length === 1 ? `(Line ${lines[0]}.)` : `(Lines ${lines.join(', ')}.)`,
    hint: 'Remove this report once you no longer need the other service.',
  },
  crontab: {
    title: 'Crontab',
    about: 'Runs on the monitor’s schedule. The job’s exit status decides whether the run succeeded.',
    own: 'Your line, with reporting',
    ownHint: 'Replace the line in your crontab. The job runs as before, and ends with the same exit status.',
    ownExec: 'Your line with overdue exec, which also sends the output',
    ownExecHint:
      'The output of each run becomes its log, and reports are queued on the host while this service can’t be reached. The host needs the overdue command, which is available from npm, as a Debian package and as a single file.',
    ownSimple: 'Your line, reporting success only (a missing ping raises the alert)',
    full: 'Start, end and exit status',
    simple: 'Success only (a missing ping raises the alert)',
  },
  bash: { title: 'Bash', about: 'A trap reports the end, no matter how the script ends.', script: 'Script' },
  systemd: {
    title: 'systemd',
    about: 'Also reports a job that couldn’t start, was killed or took too long.',
    service: 'Service',
    timer: 'Timer',
    commands: 'Enable the timer',
  },
  docker: {
    title: 'Docker',
    about: 'From the host with any image, or inside an image that has curl.',
    run: 'On the host',
    entrypoint: 'entrypoint.sh, inside the image',
  },
  kubernetes: {
    title: 'Kubernetes',
    about: 'The ping URL is a secret. The pod’s name is the run ID.',
    manifest: 'CronJob',
  },
  github: {
    title: 'GitHub Actions',
    about: 'The ping URL is a repository secret.',
    secret: 'Store the ping URL as a secret',
    workflow: '.github/workflows/job.yml',
  },
  python: {
    title: 'Python',
    about: 'Needs only Python 3. A traceback becomes the log of the failed run.',
    script: 'job.py',
  },
  node: {
    title: 'Node',
    about: 'Needs no packages. A thrown error becomes the log of the failed run.',
    script: 'job.mjs',
  },
  php: {
    title: 'PHP',
    about: 'Needs no packages. allow_url_fopen must be on, which is the default.',
    script: 'job.php',
  },
  go: { title: 'Go', about: 'Needs only the standard library.', script: 'main.go' },
  powershell: {
    title: 'PowerShell',
    about: 'For Windows PowerShell 5.1 and PowerShell 7.',
    script: 'job.ps1',
  },
} as const;
