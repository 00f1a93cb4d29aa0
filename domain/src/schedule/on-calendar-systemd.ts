import {
  type ComponentRule,
  DAY,
  HOUR,
  LAST_DAY,
  MINUTE,
  MONTH,
  SECOND,
  YEAR,
} from './on-calendar-component.ts';

/**
 * Whether systemd refuses an expression that Overdue accepts: a step that doesn't reach a second value of its component, as
 * `chain_valid` in calendarspec.c checks. A timer with such an expression never starts.
 */
export function isRefusedBySystemd(expression: string): boolean {
  return expression
    .trim()
    .split(/\s+/)
    .some((word) => {
      // Words without a slash have no step, and time zones have no digit before the slash.
      if (!/\d\/\d/.test(word)) return false;
      return word.includes(':') ? isTimeRefused(word) : isDateRefused(word);
    });
}

function isTimeRefused(word: string): boolean {
  const rules = [HOUR, MINUTE, SECOND];
  return word.split(':').some((component, index) => isComponentRefused(component, rules[index] ?? SECOND));
}

function isDateRefused(word: string): boolean {
  const [date = '', fromEnd] = word.split('~');
  const parts = date.split('-');
  const day = fromEnd === undefined ? parts.pop() : fromEnd;
  const month = parts.pop();
  const rules: readonly (readonly [string | undefined, ComponentRule])[] = [
    [day, fromEnd === undefined ? DAY : LAST_DAY],
    [month, MONTH],
    [parts.pop(), YEAR],
  ];
  return rules.some(([component, rule]) => component !== undefined && isComponentRefused(component, rule));
}

function isComponentRefused(component: string, rule: ComponentRule): boolean {
  return component.split(',').some((item) => {
    // A range with a step ends at its last value, so systemd accepts every step.
    const [, first, step] = /^(\*|[\d.]+)\/([\d.]+)$/.exec(item) ?? [];
    if (first === undefined || step === undefined || first.includes('..')) return false;
    const start = first === '*' ? rule.low : Number(first);
    const by = Number(step);
    if (rule === LAST_DAY) return start - by < rule.low;
    // The last microsecond of a minute counts as a second below 60.
    return start + by > (rule === SECOND ? rule.high + 0.999999 : rule.high);
  });
}
