const plural = new Intl.PluralRules('en');

export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${plural.select(count) === 'one' ? one : many}`;
}

export const words = {
  now: 'now',
  today: 'Today',
  yesterday: 'Yesterday',
  ago: (length: string) => `${length} ago`,
  in: (length: string) => `in ${length}`,
  overdue: (length: string) => `${length} overdue`,
  units: { day: 'd', hour: 'h', minute: 'min', second: 's', millisecond: 'ms' },
  /** Accepted unit names in lower case. */
  unitNames: {
    second: ['s', 'sec', 'secs', 'second', 'seconds'],
    minute: ['m', 'min', 'mins', 'minute', 'minutes'],
    hour: ['h', 'hr', 'hrs', 'hour', 'hours'],
    day: ['d', 'day', 'days'],
    week: ['w', 'wk', 'week', 'weeks'],
  },
  utc: (time: string) => `${time} UTC`,
  onJobClock: (times: string, zone: string) => `(${times} in ${zone})`,
  inZone: (time: string, zone: string) => `${time} (${zone})`,
} as const;
