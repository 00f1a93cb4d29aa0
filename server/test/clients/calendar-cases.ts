import fc from 'fast-check';

/** An expression without a time zone, the zone that applies to it, and the time after which occurrences are listed. */
export interface CalendarCase {
  readonly expression: string;
  readonly timezone: string;
  /** Epoch seconds. */
  readonly after: number;
}

const DAY = 86_400;

/**
 * Days with clock changes, by time zone. Includes changes by 30 minutes, by a day and at midnight, and zones without
 * changes.
 */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'Europe/Riga': ['2026-10-25', '2027-03-28'],
  'America/New_York': ['2026-11-01', '2027-03-14'],
  'Australia/Lord_Howe': ['2026-10-04', '2027-04-04'],
  'America/Santiago': ['2026-09-06', '2027-04-04'],
  'America/Havana': ['2026-11-01', '2027-03-14'],
  'Asia/Beirut': ['2026-10-25', '2027-03-28'],
  'Africa/Cairo': ['2026-10-30', '2027-04-30'],
  'Europe/Dublin': ['2026-10-25', '2027-03-28'],
  'Antarctica/Troll': ['2026-10-25', '2027-03-28'],
  'America/St_Johns': ['2026-11-01', '2027-03-14'],
  'Pacific/Apia': ['2011-12-30', '2028-02-29'],
  'Asia/Kathmandu': ['2026-12-31', '2028-02-29'],
  UTC: ['2026-12-31', '2028-02-29'],
};

const moments = fc
  .constantFrom(...Object.entries(CHANGES).flatMap(([zone, days]) => days.map((day) => ({ zone, day }))))
  .chain(({ zone, day }) =>
    fc.constantFrom(-200 * DAY, -30 * DAY, -DAY, -6 * 3600, 0, 2 * DAY).map((before) => ({
      timezone: zone,
      after: Date.parse(day) / 1000 + before - 1800,
    })),
  );

function component(low: number, high: number): fc.Arbitrary<string> {
  const value = fc.integer({ min: low, max: high });
  const text = value.map((number) => (number % 3 === 0 ? String(number).padStart(2, '0') : String(number)));
  const step = fc.integer({ min: 1, max: Math.max(1, Math.ceil((high - low) * 0.6)) });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}..${Math.max(a, b)}`);
  const item = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 2, arbitrary: range },
    { weight: 2, arbitrary: fc.tuple(text, step).map(([start, by]) => `${start}/${by}`) },
    { weight: 1, arbitrary: fc.tuple(range, step).map(([all, by]) => `${all}/${by}`) },
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('*') },
    { weight: 4, arbitrary: item },
    { weight: 1, arbitrary: fc.array(item, { minLength: 2, maxLength: 3 }).map((items) => items.join(',')) },
  );
}

const weekday = fc.constantFrom('Mon', 'tue', 'WED', 'Thu', 'Friday', 'sat', 'Sunday');
const weekdayItem = fc.oneof(
  { weight: 3, arbitrary: weekday },
  { weight: 2, arbitrary: fc.constantFrom('Mon..Fri', 'Sat..Sun', 'Tue-Thu', 'Mon..Sun', 'wed..wed') },
);
const weekdays = fc.array(weekdayItem, { minLength: 1, maxLength: 3 }).map((items) => items.join(','));

const year = fc.constantFrom('*', '*', '*', '2027', '26..28', '2026/2', '2024..2030/3');
const date = fc.oneof(
  fc.constant('*-*-*'),
  fc.tuple(component(1, 12), component(1, 31)).map(([month, day]) => `${month}-${day}`),
  fc.tuple(year, component(1, 12), component(1, 31)).map((parts) => parts.join('-')),
  fc.tuple(year, component(1, 12), component(1, 28)).map(([of, month, day]) => `${of}-${month}~${day}`),
  fc.tuple(fc.constant('*'), component(1, 7)).map((parts) => parts.join('~')),
);

const second = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('0', '00', '30') },
  { weight: 1, arbitrary: component(0, 59) },
  { weight: 1, arbitrary: fc.constantFrom('1.5', '0/12.5', '5..20/7.25', '0.25..58') },
);
const time = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(component(0, 23), component(0, 59)).map((parts) => parts.join(':')) },
  {
    weight: 2,
    arbitrary: fc.tuple(component(0, 23), component(0, 59), second).map((parts) => parts.join(':')),
  },
  // Times near clock changes.
  { weight: 3, arbitrary: fc.tuple(component(0, 4), component(0, 59)).map((parts) => parts.join(':')) },
);

const WORDS = [
  'minutely',
  'hourly',
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'semiannually',
  'yearly',
  'annually',
];
const maybe = (part: fc.Arbitrary<string>) => fc.option(part, { nil: '', freq: 2 });

const expression = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
  {
    weight: 15,
    arbitrary: fc
      .tuple(maybe(weekdays), maybe(date), maybe(time))
      .map((parts) => parts.filter((part) => part !== '').join(' '))
      .filter((text) => text !== ''),
  },
);

/** Changes one or two characters, which makes most expressions invalid. */
const damaged = fc
  .tuple(
    expression,
    fc.array(
      fc.record({
        at: fc.nat({ max: 40 }),
        cut: fc.nat({ max: 2 }),
        text: fc.constantFrom(
          '',
          '0',
          '9',
          '*',
          ',',
          '-',
          '~',
          '/',
          '.',
          '..',
          ':',
          ' ',
          'x',
          'Mon',
          '60',
          '31',
        ),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  )
  .map(([text, changes]) =>
    changes
      .reduce((now, { at, cut, text: put }) => {
        const from = at % (now.length + 1);
        return now.slice(0, from) + put + now.slice(from + cut);
      }, text)
      // systemd removes spaces around the value of a unit, and joins words with single spaces.
      .trim()
      .replaceAll(/ +/g, ' '),
  )
  .filter((text) => text !== '');

/** Returns test cases, which depend only on the seed. A third of the expressions are damaged. */
export function sampleCalendarCases(count: number, seed: number): readonly CalendarCase[] {
  const text = fc.oneof({ weight: 2, arbitrary: expression }, { weight: 1, arbitrary: damaged });
  return fc
    .sample(fc.tuple(text, moments), { numRuns: count, seed })
    .map(([expressionText, moment]) => ({ expression: expressionText, ...moment }));
}
