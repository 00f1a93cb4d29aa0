import { describe, expect, it } from 'vitest';
import { breakMentions, codeBlock, codeSpan, escapeMarkdown } from './markdown.ts';

describe('Markdown from outside', () => {
  it.each([
    ['*a* _b_ ~c~ `d`', '\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`'],
    ['[x](http://y)', '\\[x\\](http://y)'],
    ['- item', '\\- item'],
    ['pg-dump', 'pg-dump'],
    ['@all', '@\u200ball'],
  ])('%j is shown unchanged: %j', (text, escaped) => expect(escapeMarkdown(text)).toBe(escaped));

  it('external text mentions no member', () => expect(breakMentions('a@b @c')).toBe('a@\u200bb @\u200bc'));

  it("external text can't end a block of code", () => {
    expect(codeBlock('a\n```\nb````').match(/```/g)).toHaveLength(2);
  });

  it.each([
    ['a', '``a``'],
    ['`a`', '`` `a` ``'],
    ['a``b', '``a`\u200b`b``'],
  ])('%j within a line is %j', (text, code) => expect(codeSpan(text)).toBe(code));
});
