import type { PingType } from './ping.ts';

export type RunPingType = Extract<PingType, 'start' | 'end' | 'fail'>;

const WORDS: Readonly<Record<RunPingType, string>> = {
  start: 'start started run running in_progress',
  // `tick` is a heartbeat of Cronitor's older clients.
  end: 'end ended complete completed ok up success successful succeeded finish finished done passed healthy tick',
  // From `protocol` on: systemd's `$SERVICE_RESULT`, and the signal names of `$EXIT_STATUS` (systemd.exec(5)).
  fail:
    'fail failed failing failure error errored fatal crashed down critical unhealthy ' +
    'protocol timeout exit-code signal core-dump watchdog start-limit-hit resources exec-condition oom-kill ' +
    'abrt alrm bus fpe hup ill int io kill pipe poll prof pwr quit segv stkflt sys term trap usr1 usr2 ' +
    'vtalrm xcpu xfsz',
};

const OUTCOMES = new Map<string, RunPingType>(
  (['start', 'end', 'fail'] as const).flatMap((outcome) =>
    WORDS[outcome].split(' ').map((word): [string, RunPingType] => [word, outcome]),
  ),
);

/** Words for a message that belongs to a run, such as Cronitor's `logs`. */
const LOG_WORDS: ReadonlySet<string> = new Set(['log', 'logs']);

const REAL_TIME_SIGNAL = /^rtmin\+\d{1,2}$/;
const EXIT_STATUS_MAX = 255;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const HEXADECIMAL = /^[+-]?0x[0-9a-f]+$/i;
const WORD_LENGTH_MAX = 64;
const NUMBER_LENGTH_MAX = 64;

export function pingTypeOf(word: string): RunPingType | null {
  if (word.length > WORD_LENGTH_MAX) return null;
  const lower = word.toLowerCase();
  return OUTCOMES.get(lower) ?? (REAL_TIME_SIGNAL.test(lower) ? 'fail' : null);
}

/** Whether a word says that a message is a log, so that it reports no result. */
export function isLogWord(word: string): boolean {
  return LOG_WORDS.has(word.toLowerCase());
}

/** Exit status sent by a job. `status` is null if the number is outside 0 to 255, which always counts as a failure. */
export interface ExitStatus {
  readonly outcome: 'end' | 'fail';
  readonly status: number | null;
}

export function exitStatusOf(text: string): ExitStatus | null {
  if (text.length > NUMBER_LENGTH_MAX || !(NUMBER.test(text) || HEXADECIMAL.test(text))) return null;
  const digits = text.replace(/^[+-]/, '');
  const number = Number(digits);
  if (number === 0) return { outcome: 'end', status: 0 };
  const isStatus = !text.startsWith('-') && Number.isInteger(number) && number <= EXIT_STATUS_MAX;
  return { outcome: 'fail', status: isStatus ? number : null };
}
