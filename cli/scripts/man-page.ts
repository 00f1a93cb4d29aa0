import type { CommandOutline } from '../src/completion/outline.ts';

interface ManPage extends CommandOutline {
  /** Complete help of the command. The text after the options becomes the examples, exit status and notes. */
  readonly help: string;
  /** Commands to list on the page of the program. */
  readonly commands?: readonly CommandOutline[];
}

/** Writes a manual page in the language of man(7). */
export function manPage({ name, description, usage, options, help, commands = [] }: ManPage): string {
  const title = name === '' ? 'overdue' : `overdue-${name}`;
  const own = help.slice(help.search(/\n(?:Examples|Environment):/) + 1);
  const paragraphs = own.split(/\n\n+/).map((part) => part.trimEnd());
  const blockOf = (start: string) => paragraphs.find((part) => part.startsWith(start));
  const sectionTitles = ['Examples:', 'Environment:', 'Exit status:'];
  const notes = paragraphs.filter(
    (part) => part !== '' && !sectionTitles.some((start) => part.startsWith(start)),
  );
  return [
    `.TH ${escaped(title.toUpperCase())} 1 "" "Overdue" "User Commands"`,
    ...section('NAME', [`${escaped(title)} \\- ${escaped(description)}`]),
    ...section('SYNOPSIS', [`.B overdue ${escaped(name)}`.trimEnd(), escaped(usage)]),
    ...section(
      'DESCRIPTION',
      notes.length === 0 ? [] : notes.flatMap((note) => ['.PP', escaped(joined(note))]),
    ),
    ...section(
      'COMMANDS',
      commands.flatMap((command) => tagged(`overdue-${command.name}(1)`, command.description)),
    ),
    ...section(
      'OPTIONS',
      options.flatMap((option) => tagged(option.flags, option.description)),
    ),
    ...section('ENVIRONMENT', verbatim(blockOf('Environment:'))),
    ...section('EXAMPLES', verbatim(blockOf('Examples:'))),
    ...section('EXIT STATUS', exitStatus(blockOf('Exit status:'))),
    ...section('SEE ALSO', [name === '' ? '.B overdue \\-\\-help' : '.BR overdue (1)']),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`.SH ${title}`, ...lines];
}

function tagged(tag: string, text: string): readonly string[] {
  return ['.TP', `.B ${escaped(tag)}`, escaped(text)];
}

function verbatim(block: string | undefined): readonly string[] {
  if (block === undefined) return [];
  const lines = block.split('\n').slice(1);
  return ['.nf', ...lines.map((line) => escaped(line.replace(/^ {2}/, ''))), '.fi'];
}

function exitStatus(block: string | undefined): readonly string[] {
  return block === undefined ? [] : [escaped(joined(block.replace('Exit status: ', '')))];
}

function joined(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

/** Escapes text for man(7). A dot or an apostrophe at the beginning of a line would start a macro. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
