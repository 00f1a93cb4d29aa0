/** Names of the snippets, and what to know of each. */
export const words = {
  label: 'Snippets',
  crontab: {
    title: 'Crontab',
    about: 'The times are those of the monitor. The exit status of the job is its verdict.',
    full: 'Start, end and exit status',
    simple: 'Success alone, in one ping: silence is the alarm',
  },
  bash: { title: 'Bash', about: 'A trap reports the end however the script ends.', script: 'Script' },
  systemd: {
    title: 'systemd',
    about: 'Also reports a job that could not start, was killed, or took too long.',
    service: 'job.service',
    timer: 'job.timer',
    commands: 'Switch it on',
  },
  docker: {
    title: 'Docker',
    about: 'From the host with any image, or from inside of an image that has curl.',
    run: 'On the host',
    entrypoint: 'entrypoint.sh, inside of the image',
  },
  kubernetes: {
    title: 'Kubernetes',
    about: 'The ping URL is a secret, the pod’s name the ID of the run.',
    manifest: 'CronJob',
  },
  github: {
    title: 'GitHub Actions',
    about: 'The ping URL is a secret of the repository.',
    secret: 'Keep the ping URL as a secret',
    workflow: '.github/workflows/job.yml',
  },
  python: {
    title: 'Python',
    about: 'Needs nothing but Python 3 itself. A traceback becomes the log of the failed run.',
    script: 'job.py',
  },
  node: {
    title: 'Node',
    about: 'Needs no package. What was thrown becomes the log of the failed run.',
    script: 'job.mjs',
  },
  php: {
    title: 'PHP',
    about: 'Needs no package; allow_url_fopen must be on, as it is by default.',
    script: 'job.php',
  },
  go: { title: 'Go', about: 'The standard library alone.', script: 'main.go' },
  powershell: {
    title: 'PowerShell',
    about: 'For Windows PowerShell 5.1 and PowerShell 7.',
    script: 'job.ps1',
  },
} as const;
