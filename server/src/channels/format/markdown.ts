/** Zero-width space. Separates two texts for parsers, but is invisible to readers. */
const BREAK = '\u200b';

/** Breaks mentions such as `@all`, `@here` and `@anna`. */
export function breakMentions(text: string): string {
  return text.replaceAll('@', `@${BREAK}`);
}

/** Escapes a text for Markdown with backslashes, and breaks mentions. */
export function escapeMarkdown(text: string): string {
  return breakMentions(text.replace(/[\\`*_[\]<>#|~]|^[+-]/g, '\\$&'));
}

/** Breaks up sequences of backticks, so that no sequence can end a code block. */
function breakFences(text: string): string {
  return text.replace(/`(?=`)/g, `\`${BREAK}`);
}

/** Formats a block of code. Nothing in the text can end the block early. */
export function codeBlock(text: string): string {
  return `\`\`\`\n${breakFences(text)}\n\`\`\``;
}

/** Formats one line of code. Backticks are broken up, because backslashes don't escape inside code. */
export function codeSpan(text: string): string {
  const inner = breakFences(text);
  const space = /^`|`$/.test(inner) ? ' ' : '';
  return `\`\`${space}${inner}${space}\`\``;
}
