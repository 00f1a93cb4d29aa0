import { ALERTED_LINKS, type Alert } from '@overdue/domain/alerting/alert.ts';
import { cleanText } from '../../platform/outbound/text.ts';
import { eventType } from '../requests/webhook-payload.ts';
import { escapeHTML } from './html.ts';

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** Values of a template's placeholders. Monitor fields come from the alert's first monitor, and are empty without a monitor. */
const FIELDS: ReadonlyMap<string, (alert: Alert) => string> = new Map(
  Object.entries({
    key: ({ key }: Alert) => key,
    type: eventType,
    status: ({ kind }: Alert) => kind,
    title: ({ title }: Alert) => title,
    text: ({ text }: Alert) => text.join('\n\n'),
    url: ({ url }: Alert) => url,
    team: ({ team }: Alert) => team,
    severity: ({ severity }: Alert) => severity,
    log: ({ log }: Alert) => log ?? '',
    at: ({ at }: Alert) => new Date(at).toISOString(),
    name: ({ items }: Alert) => items[0]?.monitor.name ?? '',
    monitor: ({ items }: Alert) => items[0]?.monitor.shortID ?? '',
    project: ({ items }: Alert) => items[0]?.monitor.project ?? '',
    tags: ({ items }: Alert) => items[0]?.monitor.tags.join(', ') ?? '',
    ...Object.fromEntries(
      ALERTED_LINKS.map(({ field }) => [field, ({ items }: Alert) => items[0]?.monitor[field] ?? '']),
    ),
    incident: ({ items }: Alert) => items[0]?.incident?.id ?? '',
    reason: ({ items }: Alert) => items[0]?.incident?.reason ?? '',
  }),
);

export const TEMPLATE_FIELDS: readonly string[] = [...FIELDS.keys()];

/** Fills in a template. Escapes each value for the content type, so that the value can't break out of its place. */
export function fillTemplate(template: string, contentType: string, alert: Alert): string {
  const encode = encoderOf(contentType);
  return template.replace(PLACEHOLDER, (_, field: string) => encode(FIELDS.get(field)?.(alert) ?? ''));
}

/** Returns an error message for an invalid template; null if the template is valid. */
export function templateProblem(template: string, contentType: string): string | null {
  for (const [, field = ''] of template.matchAll(PLACEHOLDER))
    if (!FIELDS.has(field)) return `Unknown placeholder {{${field}}}. Use ${TEMPLATE_FIELDS.join(', ')}.`;
  if (!isJSON(contentType)) return null;
  try {
    JSON.parse(template.replace(PLACEHOLDER, ''));
    return null;
  } catch {
    return 'The filled-in template is not valid JSON. Put each {{…}} in quotes.';
  }
}

function isJSON(contentType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
}

function encoderOf(contentType: string): (text: string) => string {
  if (isJSON(contentType)) return (text) => JSON.stringify(text).slice(1, -1);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return (text) => encodeURIComponent(text.toWellFormed());
  // Removes control characters, because XML forbids them even in escaped form.
  if (/\b(?:xml|html)\b/i.test(contentType)) return (text) => escapeHTML(cleanText(text));
  return (text) => text;
}
