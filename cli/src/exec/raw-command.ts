import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** A command for `spawn`. A script is to be written to the descriptor that the command reads. */
export interface SpawnCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly script: Buffer | null;
}

/** The character that Node puts in place of bytes that are not UTF-8. */
const REPLACEMENT = '\u{fffd}';
/** Prefix of the name under which `overdue.sh` passes NODE_OPTIONS. */
const PREFIX = 'OVERDUE_';
const QUOTE = "'".charCodeAt(0);
const ESCAPED_QUOTE = Buffer.from(`'\\''`);

/**
 * Returns the command that starts a job with exactly the bytes of this process's arguments and environment. Node replaces bytes that
 * are not UTF-8, as in file names in Latin-1. If there are such bytes, a shell starts the job with the original bytes, which the system
 * keeps in /proc.
 */
export function commandOf(
  command: readonly string[],
  { scriptFd }: { readonly scriptFd: number },
): SpawnCommand {
  const [file = '', ...args] = command;
  const plain = { file, args, script: null };
  if (!command.some(isReplaced) && !hasReplaced(process.env)) return plain;
  const words = originalWords(command.length);
  if (words === null || [...words.command, ...words.environment].every((word) => isUtf8(word))) return plain;
  return {
    file: '/bin/sh',
    // The script is not an argument, because an argument of a job may be as long as a script can't be.
    args: ['-c', `eval "$(cat <&${scriptFd})"`],
    script: scriptOf(words, scriptFd),
  };
}

/** Whether this system can't tell the original bytes of the job, so that the job gets other bytes. */
export function isAltered(command: readonly string[]): boolean {
  return (command.some(isReplaced) || hasReplaced(process.env)) && originalWords(command.length) === null;
}

interface OriginalWords {
  readonly command: readonly Buffer[];
  readonly environment: readonly Buffer[];
}

function originalWords(count: number): OriginalWords | null {
  try {
    return {
      // The command of the job is at the end of the arguments.
      command: wordsOf(readFileSync('/proc/self/cmdline')).slice(-count),
      environment: wordsOf(readFileSync('/proc/self/environ'))
        .filter((word) => word.includes('='))
        .map(withOwnName),
    };
  } catch {
    return null;
  }
}

/** Gives the variable that `overdue.sh` kept from Node its own name. */
function withOwnName(word: Buffer): Buffer {
  return word.indexOf(`${PREFIX}NODE_OPTIONS=`) === 0 ? word.subarray(PREFIX.length) : word;
}

/** Splits words that each end with a null byte. */
function wordsOf(bytes: Buffer): Buffer[] {
  const words: Buffer[] = [];
  for (let start = 0, end = bytes.indexOf(0); end !== -1; start = end + 1, end = bytes.indexOf(0, start))
    words.push(bytes.subarray(start, end));
  return words;
}

/** Returns a script that starts the command with `env -i`, because a shell adds variables and drops those with unusual names. */
function scriptOf({ command, environment }: OriginalWords, scriptFd: number): Buffer {
  // `env` would take a command with an equals sign for a variable. `nice -n 0` changes nothing.
  const isLikeVariable = command[0]?.includes('=') === true;
  const prefix = ['exec', 'env', '-i'].map((word) => Buffer.from(word));
  const words = [
    ...environment.map(quoted),
    ...(isLikeVariable ? ['nice', '-n', '0'].map((word) => Buffer.from(word)) : []),
    ...command.map(quoted),
  ];
  const line = [...prefix, ...words].flatMap((word) => [word, Buffer.from(' ')]);
  return Buffer.concat([Buffer.from(`exec ${scriptFd}<&-\n`), ...line, Buffer.from('\n')]);
}

function quoted(word: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.of(QUOTE)];
  let start = 0;
  for (let at = word.indexOf(QUOTE); at !== -1; at = word.indexOf(QUOTE, start)) {
    parts.push(word.subarray(start, at), ESCAPED_QUOTE);
    start = at + 1;
  }
  return Buffer.concat([...parts, word.subarray(start), Buffer.of(QUOTE)]);
}

function isReplaced(text: string): boolean {
  return text.includes(REPLACEMENT);
}

function hasReplaced(env: NodeJS.ProcessEnv): boolean {
  return Object.entries(env).some(([name, value = '']) => isReplaced(name) || isReplaced(value));
}
