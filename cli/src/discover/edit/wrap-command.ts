/** Words that only a shell understands, or that a shell and an installed program interpret differently. */
const SHELL_WORDS: ReadonlySet<string> = new Set(
  (
    '. : [ [[ { } ! alias bg bind break builtin caller case cd command continue coproc declare dirs disown do done echo elif else ' +
    'enable esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs kill let local logout ' +
    'popd printf pushd pwd read readonly return select set shift shopt source suspend test then time times trap true type ' +
    'typeset ulimit umask unalias unset until wait while'
  ).split(' '),
);
/** Matches commands that every shell splits into the same words: plain words, and percent signs that cron unescapes. */
const PLAIN = /^(?:[\w@+:,./ \t-]|(?<=\S)=|\\%)+$/;
const PLAIN_WITHOUT_ESCAPES = /^(?:[\w@+:,./ \t-]|(?<=\S)=)+$/;
const SAFE_WORD = /^[\w@+=:,./-]+$/;

export interface WrapOptions {
  /** The command `overdue`, as words. */
  readonly program: readonly string[];
  readonly pingURL: string;
  /** Absolute path of certificates that reports trust besides those of the system; null if there are none. */
  readonly caFile?: string | null;
  /** Shell that runs the command. */
  readonly shell: string;
  /** Whether cron unescapes `\%` before the shell sees the command. */
  readonly escapesPercent: boolean;
}

type Escaping = Pick<WrapOptions, 'escapesPercent'>;

/**
 * Returns a command that runs the given command through `overdue exec`. A command of plain words is run directly; any
 * other command is run by the line's shell.
 */
export function wrapCommand(command: string, options: WrapOptions): string {
  const { program, pingURL, shell, caFile = null } = options;
  const trust = caFile === null ? [] : ['--ca-file', caFile];
  const words = [...program, 'exec', '--ping', pingURL, ...trust, '--'];
  const prefix = words.map((word) => quotedWord(word, options)).join(' ');
  if (isPlain(command, options)) return `${prefix} ${command}`;
  return `${prefix} ${quotedWord(shell, options)} -c ${quote(command)}`;
}

/** Whether a command consists of the same words in every shell and without a shell. */
function isPlain(command: string, { escapesPercent }: Escaping): boolean {
  const [first = ''] = command.trimStart().split(/[ \t]/);
  const pattern = escapesPercent ? PLAIN : PLAIN_WITHOUT_ESCAPES;
  // Excludes `%1`, which Bash would read as the number of a job.
  return pattern.test(command) && /^[\w./][^=]*$/.test(first) && !SHELL_WORDS.has(first);
}

/** Quotes a text. Adds no `%`, and no backslash before a `%`, so that cron unescapes the command as before. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function quotedWord(word: string, { escapesPercent }: Escaping): string {
  const text = SAFE_WORD.test(word) ? word : quote(word);
  return escapesPercent ? text.replaceAll('%', String.raw`\%`) : text;
}
