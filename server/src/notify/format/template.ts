import type { Alert } from '../../domain/alert.ts';
import { clean } from '../../outbound/text.ts';
import { eventType } from '../webhook-payload.ts';
import { escapeHTML } from './html.ts';

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** What each placeholder of a template stands for. Of many monitors, the first one's name; empty where there is none. */
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
    incident: ({ items }: Alert) => items[0]?.incident?.id ?? '',
    reason: ({ items }: Alert) => items[0]?.incident?.reason ?? '',
  }),
);

export const TEMPLATE_FIELDS: readonly string[] = [...FIELDS.keys()];

/** Fills a template in. Each value is escaped for the content type, so that it stays within the place where it stands. */
export function fillTemplate(template: string, contentType: string, alert: Alert): string {
  const encode = encoderOf(contentType);
  return template.replace(PLACEHOLDER, (_, field: string) => encode(FIELDS.get(field)?.(alert) ?? ''));
}

/** What is wrong with a template, in words; null when nothing is. */
export function templateProblem(template: string, contentType: string): string | null {
  for (const [, field = ''] of template.matchAll(PLACEHOLDER))
    if (!FIELDS.has(field)) return `There is no {{${field}}}: use ${TEMPLATE_FIELDS.join(', ')}.`;
  if (!isJSON(contentType)) return null;
  try {
    JSON.parse(template.replace(PLACEHOLDER, ''));
    return null;
  } catch {
    return 'This is not JSON once it is filled in. Put each {{…}} between quotes.';
  }
}

function isJSON(contentType: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
}

function encoderOf(contentType: string): (text: string) => string {
  if (isJSON(contentType)) return (text) => JSON.stringify(text).slice(1, -1);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return (text) => encodeURIComponent(text.toWellFormed());
  // Control characters are forbidden in XML, in whatever form.
  if (/\b(?:xml|html)\b/i.test(contentType)) return (text) => escapeHTML(clean(text));
  return (text) => text;
}
