import { counted } from '../time/words.ts';

export const words = {
  down: (length: string) => `Down ${length}`,
  wasDown: (length: string) => `Was down ${length}`,
  since: 'since',
  reason: { failed: 'A run failed', timed_out: 'A run timed out', missed: 'A run was missed' },
  ended: { recovered: 'Recovered', paused: 'Paused', deleted: 'Monitor deleted' },
  acknowledge: 'Acknowledge',
  acknowledgeHint: 'Stops reminders and escalation',
  acknowledged: 'You are on it. Reminders and escalation have stopped.',
  notAcknowledged: 'That didn’t work',
  nobodyYet: 'Nobody is on it yet.',
  onCall: (names: string) => `On call: ${names}`,
  nobodyOnCall: 'Nobody is on call now',
  isOnIt: (name: string) => `${name} is on it`,
  wasOnIt: (name: string) => `Acknowledged by ${name}`,
  open: 'Open incident',

  snooze: {
    snooze: 'Snooze',
    hint: 'Stops reminders and escalation until a time',
    hours: (count: number) => `For ${counted(count, 'hour')}`,
    morning: (time: string) => `Until ${time}`,
    onJobClock: (time: string, clock: string, zone: string) =>
      `${time} (${clock} ${zone === 'UTC' ? zone : `in ${zone}`})`,
    by: (name: string) => `Snoozed by ${name}`,
    until: 'until',
    end: 'End snooze',
    done: (time: string) => `Snoozed until ${time}. A reminder follows then.`,
    ended: 'The snooze has ended. Reminders and escalation continue.',
  },

  log: {
    title: 'Log of the failed run',
    label: 'End of the log',
    whole: 'Whole log',
    none: 'The failed runs sent no log.',
    noneMissed: 'The run never reported, so there is no log.',
    error: 'Likely error: ',
    state: { timed_out: 'Log of the run that timed out', failed: 'Log of the failed run' },
  },

  comparison: {
    title: 'Different from the last successful run',
    label: 'Differences',
    ignored: 'Times, durations and IDs are ignored.',
    same: 'The log is the same as that of the last successful run, apart from times, durations and IDs.',
    tooDifferent: 'Most lines differ from the log of the last successful run.',
    noLog: 'There is no log of an earlier successful run to compare with.',
    cut: 'Not all differences are shown.',
    skipped: (count: number) => `${counted(count, 'equal line')}`,
    added: 'New: ',
    removed: 'Missing: ',
    last: 'Last success',
  },
} as const;
