import { describe, expect, test } from 'vitest';
import { breakMentions, codeBlock, codeSpan, escapeMarkdown } from './markdown.ts';

describe('Markdown from outside', () => {
  test.each([
    ['*a* _b_ ~c~ `d`', '\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`'],
    ['[x](http://y)', '\\[x\\](http://y)'],
    ['- item', '\\- item'],
    ['pg-dump', 'pg-dump'],
    ['@all', '@\u200ball'],
  ])('%j is shown unchanged: %j', (text, escaped) => expect(escapeMarkdown(text)).toBe(escaped));

  test('external text mentions no member', () => expect(breakMentions('a@b @c')).toBe('a@\u200bb @\u200bc'));

  test("external text can't end a block of code", () => {
    expect(codeBlock('a\n```\nb````').match(/```/g)).toHaveLength(2);
  });

  test.each([
    ['a', '``a``'],
    ['`a`', '`` `a` ``'],
    ['a``b', '``a`\u200b`b``'],
  ])('%j within a line is %j', (text, code) => expect(codeSpan(text)).toBe(code));
});
