import { describe, expect, test } from 'vitest';
import { DOWN, HOSTILE, TEST } from '../../../test/notify/sample-alerts.ts';
import { fillTemplate, TEMPLATE_FIELDS, templateProblem } from './template.ts';

describe('a template', () => {
  test('fills in each field, and leaves missing fields empty', () => {
    const template = TEMPLATE_FIELDS.map((field) => `${field}={{${field}}}`).join('\n');
    expect(fillTemplate(template, 'text/plain', DOWN)).toMatchInlineSnapshot(`
      "key=019aa4c2-7c01-7000-8000-000000000003
      type=monitor.down
      status=down
      title=Down: pg-dump prod
      text=Down since 03:00: the 02:00 run failed. Recovers on the next success.
      url=https://overdue.example.com/incidents/019aa4c2-7c00-7000-8000-000000000001
      team=Acme
      severity=high
      log=pg_dump: error: connection to server failed: FATAL: password authentication failed
      exit status 1
      at=2026-11-21T03:00:00.000Z
      name=pg-dump prod
      monitor=k3v9x2mq7d
      project=db-01
      tags=prod, db
      runbookURL=https://wiki.example.com/pg_dump?part=(a|b)&to=@all#Disk_full
      incident=019aa4c2-7c00-7000-8000-000000000001
      reason=failed"
    `);
    expect(fillTemplate('[{{name}}{{log}}]', 'text/plain', TEST)).toBe('[]');
  });

  test.each([
    ['application/json', (text: string) => JSON.parse(`"${text}"`)],
    ['application/vnd.x+json; charset=utf-8', (text: string) => JSON.parse(`"${text}"`)],
    ['application/x-www-form-urlencoded', decodeURIComponent],
    ['text/plain', (text: string) => text],
  ])('escapes for %s', (type, decode) => {
    const filled = fillTemplate('{{title}}', type, HOSTILE);
    expect(decode(filled)).toBe(HOSTILE.title);
    if (type !== 'text/plain') expect(filled).not.toMatch(/[\r\n]/);
  });

  test('escapes for XML', () => {
    expect(fillTemplate('<a>{{title}}</a>', 'text/xml', HOSTILE)).not.toContain('<script>');
  });

  test("leaves out characters that XML can't hold", () => {
    const alert = { ...DOWN, title: 'a\u0000\u001b[31mb' };
    expect(fillTemplate('<a>{{title}}</a>', 'application/xml', alert)).toBe('<a>ab</a>');
  });

  test('fills values in once: a value that looks like a placeholder stays', () => {
    const alert = { ...DOWN, title: '{{log}}' };
    expect(fillTemplate('{{title}}', 'text/plain', alert)).toBe('{{log}}');
  });

  test.each([
    ['{"a": "{{title}}"}', 'application/json', null],
    ['{"a": {{title}}}', 'application/json', 'not valid JSON'],
    ['{{constructor}}', 'text/plain', 'Unknown placeholder {{constructor}}'],
    ['{{title', 'text/plain', null],
  ])('%s as %s: %s', (template, type, problem) => {
    const found = templateProblem(template, type);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });
});
