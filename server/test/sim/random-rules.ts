import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import type { SeededRandom } from '../fake-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ZONES = ['UTC', 'Europe/Riga', 'Australia/Lord_Howe', 'America/New_York'];
const TIMES = [
  ...['* * * * *', '*/2 * * * *', '*/5 * * * *', '*/20 * * * * *', '7,37 * * * * *', '0,30 2,3 * * *'].map(
    (cron) => ({ type: 'cron', cron }) as const,
  ),
  ...['minutely', '*:*:7,37', '*:0/2 America/New_York', '2..3:0,30\n2..3:10,20 UTC'].map(
    (onCalendar) => ({ type: 'oncalendar', onCalendar }) as const,
  ),
];

function randomSchedule(random: SeededRandom): Schedule {
  const graceMs = random.pick([0, 3, 10, 45]) * SECOND;
  const timezone = random.pick(ZONES);
  return random.chance(0.4)
    ? { type: 'interval', intervalMs: random.pick([10, 25, 60, 240]) * SECOND, timezone, graceMs }
    : { ...random.pick(TIMES), timezone, graceMs };
}

export function randomRules(random: SeededRandom): MonitorRules {
  return {
    kind: 'cron',
    schedule: randomSchedule(random),
    maxRunMs: random.pick([null, 20 * SECOND, 2 * MINUTE]),
    alertAfterFailures: random.between(1, 3),
    recoverAfterSuccesses: random.between(1, 2),
    manualResume: random.chance(0.5),
    pingFilter: null,
  };
}
