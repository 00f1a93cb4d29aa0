/**
 * A command such as `nice` that runs another command. `options`: the options of the wrapper that take a value. `words`: how many
 * arguments of the wrapper precede the other command.
 */
interface Wrapper {
  readonly options: RegExp;
  readonly words: number;
}

const PLAIN: Wrapper = { options: /^$/, words: 0 };
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  ['sudo', { options: /^-[ugh]$/, words: 0 }],
  ['doas', { options: /^-[uC]$/, words: 0 }],
  ['env', { options: /^-[uC]$/, words: 0 }],
  ['nice', { options: /^-n$/, words: 0 }],
  ['ionice', { options: /^-[cnp]$/, words: 0 }],
  ['systemd-cat', { options: /^-[tp]$/, words: 0 }],
  ['timeout', { options: /^-[ks]$/, words: 1 }],
  ['flock', { options: /^-[wE]$/, words: 1 }],
  ...['time', 'exec', 'nohup', 'setsid', 'chronic', 'cronic'].map((name) => [name, PLAIN] as const),
]);
const INTERPRETERS =
  /^(?:python[\d.]*|php[\d.]*|node|perl|ruby|bash|sh|dash|zsh|ksh|java|Rscript|deno|bun|pwsh)$/;
/** Commands that prepare or report, but are not the job itself. */
const ASIDE =
  /^(?:cd|export|source|\.|test|\[|\[\[|sleep|true|false|:|set|umask|ulimit|echo|printf|date|curl|wget|mkdir|exit)$/;
/** Programs whose arguments name the job. */
const RUNNERS = /^(?:npm|yarn|pnpm|npx|make|docker|docker-compose|podman|kubectl|bundle|composer|systemctl)$/;

/** Matches the start of a command that runs and reports a job, such as `overdue exec --`. */
const REPORTER = /^\s*(?:\S*\/)?(?:overdue(?:\.js)?\s+exec|runitor)\s(?:.*?\s)?--\s+/;

/** Suggests a name from a shell command: `pg-dump` for `/usr/local/bin/pg-dump.sh -q`. Empty if the command suggests none. */
export function suggestName(command: string): string {
  const parts = command
    .replace(REPORTER, '')
    .split(/&&|\|\||[;|&]/)
    .map(programWords)
    .filter((words) => words.length > 0);
  const job = parts.find(([program = '']) => !ASIDE.test(base(program))) ?? parts[0];
  return job === undefined ? '' : nameOf(job);
}

function programWords(part: string): readonly string[] {
  const shell = /^\s*(?:\S*\/)?(?:ba|da|z|k)?sh\s+-\w*c\s+(["'])(.*?)(?:\1|$)/.exec(part);
  const words = (shell?.[2] ?? part)
    .replaceAll(/[<>]+&?\s*\S*/g, ' ')
    .replaceAll(/["'(){}`]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^\d$/.test(word));
  return withoutWrappers(words);
}

function withoutWrappers(words: readonly string[]): readonly string[] {
  let left = words;
  for (;;) {
    while (/^[A-Za-z_]\w*=/.test(left[0] ?? '')) left = left.slice(1);
    const wrapper = WRAPPERS.get(base(left[0] ?? ''));
    if (wrapper === undefined) return left;
    left = withoutOptions(left.slice(1), wrapper).slice(wrapper.words);
    // flock also accepts options after its file argument.
    left = withoutOptions(left, wrapper);
  }
}

function withoutOptions(words: readonly string[], { options }: Wrapper): readonly string[] {
  let left = words;
  while (left[0]?.startsWith('-')) left = left.slice(options.test(left[0]) ? 2 : 1);
  return left;
}

function nameOf([program = '', ...words]: readonly string[]): string {
  const isInterpreter = INTERPRETERS.test(base(program));
  const rest = isInterpreter ? words.filter((word) => !word.startsWith('-')) : words;
  const [named, ...others] = isInterpreter && rest.length > 0 ? rest : [program, ...words];
  const plain: string[] = [];
  for (const word of others) {
    const isPlain = /^[a-z][\w:-]*$/i.test(word);
    if (!isPlain || plain.length >= (RUNNERS.test(base(named ?? '')) ? 2 : 1)) break;
    plain.push(word);
  }
  return [
    base(named ?? '').replace(/(?<=.)\.(?:sh|bash|py|php|pl|rb|js|mjs|ts|jar|R|ps1)$/, ''),
    ...plain,
  ].join(' ');
}

function base(path: string): string {
  // Skips trailing slashes in a loop, because a regular expression would restart at each slash.
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}
