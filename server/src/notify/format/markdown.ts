/** Zero width: nobody sees it, and no parser joins what is on both sides of it. */
const BREAK = '\u200b';

/** Text in which `@all`, `@here`, `@anna` mention nobody. */
export function breakMentions(text: string): string {
  return text.replaceAll('@', `@${BREAK}`);
}

/** Text that Markdown shows as it is, where a backslash keeps punctuation from being markup, and that mentions nobody. */
export function escapeMarkdown(text: string): string {
  return breakMentions(text.replace(/[\\`*_[\]<>#|~]|^[+-]/g, '\\$&'));
}

/** Runs of backticks, broken up: no fence is ever made of single ones. */
function breakFences(text: string): string {
  return text.replace(/`(?=`)/g, `\`${BREAK}`);
}

/** A block of code on lines of its own, which nothing in the text can end. */
export function codeBlock(text: string): string {
  return `\`\`\`\n${breakFences(text)}\n\`\`\``;
}

/** Code within a line; for one line of text, where backslashes do not escape. */
export function codeSpan(text: string): string {
  const inner = breakFences(text);
  const space = /^`|`$/.test(inner) ? ' ' : '';
  return `\`\`${space}${inner}${space}\`\``;
}
