import { cronFor } from './cron-for.ts';
import { ANY_JOB, quoteWord } from './job-command.ts';
import type { SnippetSchedule, WriteSnippet } from './snippet.ts';

/** Allows ten seconds per attempt and up to five retries. Prints nothing unless the ping fails. */
export const CURL = 'curl -fsS -m 10 --retry 5 -o /dev/null';
const CURL_WITH_RETRIES = 'curl -fsS -m 10 --retry 5 --retry-connrefused -o /dev/null';

function crontabHead({ timezone }: SnippetSchedule, schedule: string | null): readonly string[] {
  return [
    ...(timezone === 'UTC'
      ? [
          "# The monitor expects UTC. Debian's cron uses the time zone of the machine; cronie reads CRON_TZ:",
          'CRON_TZ=UTC',
        ]
      : [
          `# cronie reads CRON_TZ. Debian's cron uses the time zone of the machine, which must match CRON_TZ.`,
          `CRON_TZ=${timezone}`,
        ]),
    ...(schedule === null
      ? ["# A crontab can't express this schedule. Replace the five fields with the closest match."]
      : []),
  ];
}

export const crontabFull: WriteSnippet = (pingURL, schedule) => {
  const fields = cronFor(schedule);
  return [
    ...crontabHead(schedule, fields),
    `PING_URL=${pingURL}`,
    '',
    `${fields ?? '0 2 * * *'} rid=$(cat /proc/sys/kernel/random/uuid); ${CURL} "$PING_URL/start?rid=$rid"; /path/to/job; ${CURL} "$PING_URL/$?/?rid=$rid"`,
  ].join('\n');
};

export const crontabSimple: WriteSnippet = (pingURL, schedule) =>
  `${cronFor(schedule) ?? '0 2 * * *'} /path/to/job && ${CURL} ${pingURL}`;

export const bash: WriteSnippet = (pingURL, _schedule, { command: job = ANY_JOB } = {}) =>
  `#!/usr/bin/env bash
set -euo pipefail

PING_URL='${pingURL}'
rid=$(cat /proc/sys/kernel/random/uuid)

# Monitoring must never break the job: a ping that can't be delivered is dropped.
report() { ${CURL_WITH_RETRIES} "$PING_URL/$1?rid=$rid" || true; }

# However the script ends, its exit status is reported: 0 is success.
trap 'report $?' EXIT
report start

${job}`;

export const dockerRun: WriteSnippet = (pingURL, _schedule, { command: job } = {}) =>
  `#!/bin/sh
# On the host, so that it works with every image. docker run ends with the exit status of the job.
PING_URL='${pingURL}'
rid=$(cat /proc/sys/kernel/random/uuid)
report() { ${CURL_WITH_RETRIES} "$PING_URL/$1?rid=$rid" || true; }

report start
docker run --rm my-image:latest${job === undefined ? '' : ` /bin/sh -c ${quoteWord(job)}`}
status=$?
report "$status"
exit "$status"`;

export const dockerEntrypoint: WriteSnippet = (pingURL, _schedule, { command: job } = {}) =>
  `#!/bin/sh
# ENTRYPOINT of an image that has curl: ENTRYPOINT ["/entrypoint.sh"], CMD ${JSON.stringify(job === undefined ? [ANY_JOB] : ['/bin/sh', '-c', job])}
: "\${PING_URL:=${pingURL}}"
rid=$(cat /proc/sys/kernel/random/uuid)
report() { ${CURL_WITH_RETRIES} "$PING_URL/$1?rid=$rid" || true; }

report start
"$@"
status=$?
report "$status"
exit "$status"`;
