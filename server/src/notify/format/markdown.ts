/** Zero-width space. Separates two texts for parsers, but not for readers. */
const BREAK = '\u200b';

/** Breaks mentions such as `@all`, `@here` and `@anna`. */
export function breakMentions(text: string): string {
  return text.replaceAll('@', `@${BREAK}`);
}

/** Escapes a text for Markdown with backslashes, and breaks mentions. */
export function escapeMarkdown(text: string): string {
  return breakMentions(text.replace(/[\\`*_[\]<>#|~]|^[+-]/g, '\\$&'));
}

/** Breaks up runs of backticks, so that none can end a fence. */
function breakFences(text: string): string {
  return text.replace(/`(?=`)/g, `\`${BREAK}`);
}

/** Formats a block of code. Nothing in the text can end the block early. */
export function codeBlock(text: string): string {
  return `\`\`\`\n${breakFences(text)}\n\`\`\``;
}

/** Formats one line of code, in which backslashes don't escape. */
export function codeSpan(text: string): string {
  const inner = breakFences(text);
  const space = /^`|`$/.test(inner) ? ' ' : '';
  return `\`\`${space}${inner}${space}\`\``;
}
