import { cronFor } from './cron-for.ts';
import { ANY_JOB, inSubshell } from './job-command.ts';
import type { WriteSnippet } from './snippet.ts';

export const kubernetes: WriteSnippet = (pingURL, schedule, { command: job = ANY_JOB } = {}) => {
  const fields = cronFor(schedule);
  return `apiVersion: v1
kind: Secret
metadata:
  name: job-ping-url
stringData:
  url: ${pingURL}
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: job
spec:
${fields === null ? "  # Kubernetes can't express this schedule: replace it with the closest match.\n" : ''}  schedule: "${fields ?? '0 2 * * *'}"
  timeZone: ${schedule.timezone === 'UTC' ? 'Etc/UTC' : schedule.timezone}
  concurrencyPolicy: Forbid
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: job
              image: my-image:latest # with sh and curl in it
              env:
                - name: PING_URL
                  valueFrom:
                    secretKeyRef: { name: job-ping-url, key: url }
              command: [/bin/sh, -c]
              args:
                - |
                  # The host name is the name of the pod, which differs for each run.
                  report() { curl -fsS -m 10 --retry 5 --retry-connrefused -o /dev/null "$PING_URL/$1?rid=$HOSTNAME" || true; }
                  report start
                  ${inSubshell(job)}
                  status=$?
                  report "$status"
                  exit "$status"`;
};

export const githubSecret: WriteSnippet = (pingURL) => `gh secret set PING_URL --body '${pingURL}'`;

export const githubWorkflow: WriteSnippet = (_pingURL, schedule, { command: job } = {}) => {
  const fields = cronFor(schedule);
  const about =
    fields === null
      ? "GitHub can't express this schedule. Replace it with the closest match."
      : schedule.timezone === 'UTC'
        ? 'GitHub may start the job some minutes late: allow for the delay in the grace period.'
        : `GitHub reads the times in UTC, the monitor in ${schedule.timezone}: convert them, or have the monitor use UTC.`;
  return `# .github/workflows/job.yml
name: job
on:
  schedule:
    # ${about}
    - cron: '${fields ?? '0 2 * * *'}'
  workflow_dispatch:

jobs:
  job:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    env:
      PING_URL: \${{ secrets.PING_URL }}
      RID: \${{ github.run_id }}-\${{ github.run_attempt }}
    steps:
      - name: Report the start
        run: curl -fsS -m 10 --retry 5 -o /dev/null "$PING_URL/start?rid=$RID" || true
      - uses: actions/checkout@v4
      - name: The job
        run: ${job === undefined ? './path/to/job' : `|\n          ${job}`}
      - name: Report the end
        if: always()
        run: curl -fsS -m 10 --retry 5 -o /dev/null "$PING_URL/\${{ job.status == 'success' && 'end' || 'fail' }}?rid=$RID" || true`;
};
