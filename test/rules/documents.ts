import { posix } from 'node:path';
import type { RepoFile } from '../repo-files.ts';
import { at, type Rule } from '../rule.ts';
import { readSource } from '../source.ts';

const CONFIG = 'server/src/platform/config/config.ts';
const GUIDE = 'docs/configuration.md';
const EXAMPLE = 'example.env';
/** Matches the top folders of the repository, even those that don't exist yet. */
const TOPS = /^(?:server|sdk|web|cli|e2e|test|bench|docs|examples|api|\.ci)\//;
const KNOWN_ENDING = /\.(?:ts|mts|tsx|js|md|json|ya?ml|sql|env|service|timer|conf)$/;

/** Matches the name of a source file without its folder, such as `pairing.ts`. */
const BARE_SOURCE = /^[\w.-]+\.tsx?$/;

/** Matches the documents that indexes list. */
const DOCUMENT = /^docs\/(?!\.).*\.md$/;

interface Citation {
  readonly path: string;
  readonly offset: number;
}

/** Whether a document may cite files that no longer exist, because it describes the past: the changelog and decisions. */
function isHistory(path: string): boolean {
  return path === 'CHANGELOG.md' || /^docs\/decisions\/\d/.test(path);
}

/** Returns the paths in backticks and in links, and the names of source files in backticks. Ignores fenced blocks. */
function citationsOf({ text }: Pick<RepoFile, 'text'>): readonly Citation[] {
  const spans = [...proseOf(text).matchAll(/`([^`\n]+)`/g)]
    .map((match) => ({ path: (match[1] ?? '').replace(/:\d+$/, ''), offset: match.index }))
    .filter(({ path }) => isPathLike(path));
  return [...spans, ...linksOf({ text })];
}

/** Blanks out fenced blocks. */
function proseOf(text: string): string {
  return text.replace(/^(```+|~~~+)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, ' '));
}

/** Returns links to files of the repository, without their anchors. */
function linksOf({ text }: Pick<RepoFile, 'text'>): readonly Citation[] {
  return [...proseOf(text).matchAll(/\]\(([^()\s]+)\)|^\[[^\]]+\]:\s*(\S+)/gm)]
    .map((match) => ({ path: (match[1] ?? match[2] ?? '').replace(/[#?].*$/, ''), offset: match.index }))
    .filter(({ path }) => path !== '' && !/^(?:[a-z]+:|\/\/)/i.test(path));
}

function isPathLike(text: string): boolean {
  if (BARE_SOURCE.test(text)) return true;
  if (!/^[\w.@-]+(?:\/[\w.@*{},-]+)*\/?$/.test(text) || !text.includes('/')) return false;
  return TOPS.test(text) || KNOWN_ENDING.test(text);
}

function findDeadPaths(files: readonly RepoFile[]): readonly string[] {
  const alive = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]));
  const names = new Set(files.map(({ path }) => posix.basename(path)));
  return files
    .filter(({ path }) => path.endsWith('.md') && !isHistory(path))
    .flatMap((file) =>
      citationsOf(file)
        .filter(({ path }) => !(BARE_SOURCE.test(path) && names.has(path)))
        .filter(({ path }) => !candidates(file.path, path).some((candidate) => alive.has(candidate)))
        .map(({ path, offset }) => `${at(file, offset)}: ${path} does not exist. Correct the path.`),
    );
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/**
 * Returns the paths that a citation may refer to: relative to the root, to the folder of the document, or to the sources of the
 * server or the domain.
 */
function candidates(document: string, cited: string): readonly string[] {
  // Uses only the part of the path before a pattern.
  const path = cited.replace(/(?:^|\/)[^/]*[*{].*$/, '').replace(/^\/|\/$/g, '');
  return ['', posix.dirname(document), 'server/src', 'domain/src'].map((base) => posix.join(base, path));
}

/** Returns documents that the index of their folder does not link. The index of a subfolder is linked by the index above it. */
function findUnlisted(files: readonly RepoFile[]): readonly string[] {
  return files
    .filter(({ path }) => DOCUMENT.test(path) && path !== 'docs/README.md')
    .flatMap(({ path }) => {
      const folder = posix.dirname(path);
      const isIndex = posix.basename(path) === 'README.md';
      const index = posix.join(isIndex ? posix.dirname(folder) : folder, 'README.md');
      const list = files.find((file) => file.path === index);
      const linked =
        list === undefined ? [] : linksOf(list).map((link) => posix.join(posix.dirname(index), link.path));
      return linked.includes(path)
        ? []
        : [`${index}: does not link ${path}. Add a line with the question that it answers.`];
    });
}

/** Returns the variables that config.ts reads, including `NAME_FILE` for each secret that a file may contain. */
function variablesOf(files: readonly RepoFile[]): readonly string[] {
  const config = files.find(({ path }) => path === CONFIG);
  if (config === undefined) return [];
  const named = readSource(config)
    .literals.map(({ text }) => text)
    .filter((text) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(text) && text.length > 3);
  const secrets = [...config.text.matchAll(/\breadSecret(?:<[^(]*>)?\(\s*'(\w+)'/g)];
  return [...new Set([...named, ...secrets.map((match) => `${match[1]}_FILE`)])];
}

/** Returns the settings in the headings of the guide, such as: ### `PORT` */
function documentedIn(text: string): readonly string[] {
  return [...text.matchAll(/^#+ .*$/gm)].flatMap(([heading]) =>
    [...heading.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? ''),
  );
}

function settingsIn(text: string): readonly string[] {
  return [...text.matchAll(/^#?\s*([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? '');
}

function textOf(files: readonly RepoFile[], wanted: string): string {
  return files.find(({ path }) => path === wanted)?.text ?? '';
}

export const documentRules: readonly Rule[] = [
  {
    says: 'every path that a document cites exists',
    check: findDeadPaths,
    refuses: [
      { 'README.md': 'See `docs/gone.md`.' },
      { 'README.md': 'See [the rules](docs/gone.md#pairing).' },
      { 'docs/api.md': 'See [the rules](../gone.md).' },
      { 'docs/api.md': 'See `server/src/gone/`.' },
      { 'docs/api.md': 'See `domain/gone.ts:12`.' },
      { 'docs/api.md': 'See `gone/*.ts`.' },
      { 'ARCHITECTURE.md': '`gone.ts` counts.' },
      { 'docs/api.md': '[rules]: gone.md' },
    ],
    accepts: [
      {
        'README.md':
          'See `docs/api.md`, [API](docs/api.md#list), `docs/`, `/v1/monitors/`, `monitors/`, [x](https://e.com/a.md).',
        'docs/api.md':
          '[up](../README.md) `domain/src/run.ts:3` `domain/src/*.ts` `run.ts`\n```\n`docs/gone.md`\n```',
        'domain/src/run.ts': '',
        'CHANGELOG.md': 'Removed `docs/gone.md`.',
        'docs/decisions/0001-old.md': '`docs/gone.md`',
      },
    ],
  },
  {
    says: 'docs/README.md and the indexes of its folders link every document',
    check: findUnlisted,
    refuses: [
      { 'docs/README.md': '[Rules](rules.md)', 'docs/rules.md': '', 'docs/new.md': '' },
      { 'docs/README.md': '[Slack](channels/slack.md)', 'docs/channels/slack.md': '' },
      {
        'docs/README.md': '',
        'docs/channels/README.md': '[Slack](slack.md)',
        'docs/channels/slack.md': '',
      },
      { 'docs/README.md': '`rules.md`', 'docs/rules.md': '' },
    ],
    accepts: [
      {
        'docs/README.md': '[Rules](rules.md#top) [Channels](channels/README.md)',
        'docs/rules.md': '',
        'docs/channels/README.md': '[Slack](slack.md)',
        'docs/channels/slack.md': '',
        'docs/.vitepress/notes.md': '',
        'sdk/README.md': '',
      },
    ],
  },
  {
    says: `every variable of config.ts is explained in ${GUIDE} and listed in ${EXAMPLE}`,
    check: (files) => {
      const documented = documentedIn(textOf(files, GUIDE));
      const listed = settingsIn(textOf(files, EXAMPLE));
      return variablesOf(files).flatMap((name) => [
        ...(documented.includes(name) ? [] : [`${GUIDE}: no heading has \`${name}\`. Explain the variable.`]),
        ...(listed.includes(name) || name.endsWith('_FILE')
          ? []
          : [`${EXAMPLE}: no line sets ${name}. Add it.`]),
      ]);
    },
    refuses: [
      { [CONFIG]: "read('PORT', 8080)", [GUIDE]: 'PORT', [EXAMPLE]: 'PORT=8080' },
      { [CONFIG]: "read('PORT', 8080)", [GUIDE]: '### `PORT`', [EXAMPLE]: '' },
      { [CONFIG]: "readSecret<string>('SMTP_URL', '')", [GUIDE]: '### `SMTP_URL`', [EXAMPLE]: '#SMTP_URL=' },
    ],
    accepts: [
      {
        [CONFIG]: "read('PORT', 8080); readSecret('SMTP_URL', '')",
        [GUIDE]: '### `PORT`\n### `SMTP_URL`, `SMTP_URL_FILE`',
        [EXAMPLE]: '# The port.\n#PORT=8080\nSMTP_URL=',
      },
    ],
  },
  {
    says: `${GUIDE} and ${EXAMPLE} name no variable that config.ts does not read`,
    check: (files) => {
      const known = variablesOf(files);
      if (known.length === 0) return [];
      const unknown = (path: string, names: readonly string[]) =>
        names
          .filter((name) => !known.includes(name))
          .map((name) => `${path}: ${name} is not read by ${CONFIG}. Remove it.`);
      return [
        ...unknown(GUIDE, documentedIn(textOf(files, GUIDE))),
        ...unknown(EXAMPLE, settingsIn(textOf(files, EXAMPLE))),
      ];
    },
    refuses: [
      { [CONFIG]: "read('PORT', 8080)", [GUIDE]: '### `PORT`\n### `COLOUR`' },
      { [CONFIG]: "read('PORT', 8080)", [EXAMPLE]: 'PORT=8080\n#COLOUR=red' },
    ],
    accepts: [{ [CONFIG]: "read('PORT', 8080)", [GUIDE]: '### `PORT`', [EXAMPLE]: 'PORT=8080' }],
  },
];
