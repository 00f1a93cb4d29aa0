import { CRON_LENGTH_MAX } from './cron.ts';
import { type FieldRule, fieldRules, readValue } from './cron-syntax.ts';

/** Last day of the week to which a step without a range counts: 7 in cronsim, 6 in Kubernetes and Cronitor. */
interface StepReading {
  readonly lastWeekday: 6 | 7;
}

/**
 * Rewrites an expression of a service that reads steps as cronsim does, so that our parser reads the expression in the same way.
 * Healthchecks and Sentry use cronsim, Kubernetes and Cronitor read steps alike. In cronsim, a step after one value counts to the
 * end of the field: `0/15` is `0-59/15`, and so is `0-0/15`. A step after L or LW has no effect. Debian's cron reads `0/15` as `0`,
 * so our parser refuses the expression. Returns all other texts unchanged.
 */
export function withRangedSteps(
  expression: string,
  { lastWeekday }: StepReading = { lastWeekday: 7 },
): string {
  if (expression.length > CRON_LENGTH_MAX || !expression.includes('/')) return expression;
  const words = expression.trim().split(/\s+/);
  const rules = fieldRules(words.length);
  if (rules === null) return expression;
  const rewritten = words.map((word, index) => {
    const rule = rules[index];
    if (rule === undefined) return word;
    const last = rule.name === 'day of week' ? lastWeekday : rule.high;
    return word
      .split(',')
      .map((item) => withRange(item, { rule, last }))
      .join(',');
  });
  return rewritten.join(' ');
}

const STEP = /^([A-Z]+|\d+)(?:-([A-Z]+|\d+))?\/(\d+)$/i;
const STEP_AFTER_LAST_DAY = /^(LW?)\/0*[1-9]\d*$/i;

function withRange(
  item: string,
  { rule, last }: { readonly rule: FieldRule; readonly last: number },
): string {
  const lastDay = rule.name === 'day of month' ? STEP_AFTER_LAST_DAY.exec(item)?.[1] : undefined;
  if (lastDay !== undefined) return lastDay;
  const [, from, to, step] = STEP.exec(item) ?? [];
  if (from === undefined || step === undefined) return item;
  const value = readValue(rule, from);
  const isOneValue = to === undefined || readValue(rule, to) === value;
  return isOneValue && value <= last ? `${from}-${last}/${step}` : item;
}

/**
 * Reads an expression of Healthchecks, whose cron expressions are cronsim's. Healthchecks tells cron from OnCalendar by the number
 * of words: five words on one line are a cron expression.
 */
export function readHealthchecksExpression(
  text: string,
):
  | { readonly type: 'cron'; readonly cron: string }
  | { readonly type: 'oncalendar'; readonly onCalendar: string } {
  const trimmed = text.trim();
  const isCron = !trimmed.includes('\n') && trimmed.split(/\s+/).length === 5;
  return isCron ? { type: 'cron', cron: withRangedSteps(text) } : { type: 'oncalendar', onCalendar: text };
}
