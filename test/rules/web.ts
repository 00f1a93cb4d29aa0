import { at, type Rule } from '../rule.ts';
import { isSource, isTest, readSource } from '../source.ts';

const PACKAGES =
  /^(?:@overdue\/sdk(?:\/.*)?|domain\/src\/.*|react|react-dom\/client|@tanstack\/[\w-]+|@base-ui\/react\/[\w-]+|@simplewebauthn\/browser|simple-icons|uplot(?:\/.*\.css)?|uqr)$/;
const TEST_TARGETS = /^(?:vitest|fast-check|node:.*|web\/public\/.*)$/;

/**
 * The rooms of `web/src`: its folders and top files. A room imports from itself and from the rooms above it in this list, so no
 * two rooms depend on each other.
 */
const ROOMS = [
  'preferences',
  'time',
  'fields',
  'ui',
  'data',
  'devices',
  'offline',
  'log',
  'monitor',
  'managed',
  'expiry',
  'on-call',
  'channel',
  'channel-form',
  'drawing',
  'app',
  'incident',
  'snippets',
  'first-steps',
  'pages',
  'routes',
  'router.ts',
  'later-code.ts',
  'main.tsx',
];

/** Files that list pages or parts of pages to load on demand. */
const OF_ALL_PAGES = /^web\/src\/(?:routes\/[\w-]+|router|later-code)\.ts$/;

function isWeb(path: string): boolean {
  return path.startsWith('web/src/');
}

function roomOf(path: string): string {
  return path.split('/')[2] ?? '';
}

/** Returns the area of a file below `pages/`; null for other files. Areas must not import each other's files. */
function areaOf(path: string): string | null {
  return /^web\/src\/pages\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function problemOf(importer: string, target: string): string | null {
  if (isWeb(target)) {
    const area = areaOf(target);
    if (area !== null && area !== areaOf(importer) && !OF_ALL_PAGES.test(importer))
      return 'Pages of one area do not import those of another: move what both need to another room.';
    const [from, to] = [roomOf(importer), roomOf(target)];
    // Styles import nothing, so every room may load them.
    if (isTest(importer) || to === 'styles' || ROOMS.indexOf(to) <= ROOMS.indexOf(from)) return null;
    return `The room ${from} may not import from ${to}, because rooms must not depend on each other in a circle.`;
  }
  if (PACKAGES.test(target) || (isTest(importer) && TEST_TARGETS.test(target))) return null;
  return 'The application uses the domain, the SDK and the packages of test/rules/web.ts alone.';
}

/** Whether a file contains the texts of a page or part: `words.ts`, or `NAME-words.ts` beside it. */
function isWords(path: string): boolean {
  return /\/(?:[\w-]+-)?words\.ts$/.test(path);
}

export const webRules: readonly Rule[] = [
  {
    says: 'the application imports the domain, the SDK, a few packages, rooms above, and no page of another area',
    check: (files) =>
      files
        .filter(({ path }) => isWeb(path) && isSource(path))
        .flatMap((file) => {
          if (!ROOMS.includes(roomOf(file.path)))
            return [`${file.path}: no room of test/rules/web.ts has this file.`];
          return readSource(file).imports.flatMap(({ target, offset }) => {
            const problem = problemOf(file.path, target);
            return problem === null ? [] : [`${at(file, offset)}: imports ${target}. ${problem}`];
          });
        }),
    refuses: [
      { 'web/src/data/client.ts': "import { openStore } from '../../../server/src/store/store.ts';" },
      { 'web/src/data/client.ts': "import _ from 'lodash';" },
      { 'web/src/data/client.ts': "import { readFileSync } from 'node:fs';" },
      { 'web/src/pages/team/team-page.tsx': "import { List } from '../monitors/list.tsx';" },
      { 'web/src/ui/button.tsx': "import { List } from '../pages/monitors/list.tsx';" },
      { 'web/src/ui/button.tsx': "import { monitorsQuery } from '../data/monitors/monitors.ts';" },
      { 'web/src/somewhere/else.ts': '' },
    ],
    accepts: [
      {
        'web/src/pages/team/team-page.tsx':
          "import { Members } from './members.tsx'; import '../../ui/button.tsx';",
      },
      { 'web/src/data/client.ts': "import { RULES_DEFAULT } from '@overdue/domain/monitor/rules.ts';" },
      { 'web/src/routes/open-pages.ts': "const page = import('./pages/team/team-page.tsx');" },
      {
        'web/src/ui/menu/menu.tsx':
          "import { Menu } from '@base-ui/react/menu'; import type { Run } from '@overdue/sdk';",
      },
      { 'web/src/time/format-duration.test.ts': "import { test } from 'vitest';" },
    ],
  },
  {
    says: 'UI text is in a file of words next to its page',
    check: (files) =>
      files
        .filter(({ path }) => isWeb(path) && isSource(path) && !isWords(path))
        .flatMap((file) =>
          readSource(file)
            .readTexts.filter(({ text }) => /\p{L}{2}/u.test(text))
            .map(
              ({ text, offset }) =>
                `${at(file, offset)}: ${JSON.stringify(text.trim().slice(0, 40))}. Move it to the words.ts of its folder, so that all text of a page can be read in one place and translated.`,
            ),
        ),
    refuses: [
      { 'web/src/ui/close.tsx': 'export const Close = () => <button>Close</button>;' },
      { 'web/src/ui/close.tsx': 'export const Close = () => <button aria-label="Close" />;' },
      { 'web/src/ui/close.tsx': 'export const Close = () => <Field label="Name"><b /></Field>;' },
    ],
    accepts: [
      {
        'web/src/ui/close.tsx':
          'export const Close = () => <button className="big red">{words.close} · ⌘K</button>;',
      },
      { 'web/src/ui/words.ts': "export const words = { close: 'Close' };" },
    ],
  },
  {
    says: 'the length of an input is the one in the API',
    check: (files) =>
      files
        .filter(({ path }) => isWeb(path) && isSource(path) && !isTest(path))
        .flatMap((file) =>
          [...file.text.matchAll(/\bmaxLength(?:=\{|: )\d+\b(?! \*)/g)].map(
            ({ index }) =>
              `${at(file, index)}: a number. Use a constant of the domain, such as NAME_LENGTH_MAX of text-lengths.ts.`,
          ),
        ),
    refuses: [
      { 'web/src/ui/name.tsx': 'export const Name = () => <input maxLength={100} />;' },
      { 'web/src/ui/name.ts': "export const NAME = { type: 'string', maxLength: 100 };" },
    ],
    accepts: [
      { 'web/src/ui/name.tsx': 'export const Name = () => <input maxLength={NAME_LENGTH_MAX} />;' },
      { 'web/src/ui/name.tsx': 'export const Name = () => <input maxLength={2 * NAME_LENGTH_MAX} />;' },
    ],
  },
];
