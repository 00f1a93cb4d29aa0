import { findInText, type Rule } from '../rule.ts';

const everywhere = (path: string) => path !== 'LICENSE';

const REGISTRY = new RegExp(
  [
    String.raw`\bregistry\.(?!example\b|ts\b)[\w-]+\.[a-z]{2,}`,
    // The words are split so that this file doesn't break its own rule.
    String.raw`\b(?:arti${'factory'}|verd${'accio'})\b|_auth${'Token'}`,
    String.raw`^\s*(?:@[\w-]+:)?registry\s*=`,
  ].join('|'),
  'gim',
);

export const footprintRules: readonly Rule[] = [
  {
    says: "no file names a path of somebody's machine",
    check: (files) =>
      findInText(files, {
        where: everywhere,
        pattern: /(?<![\w.~*@)}-])\/(?:root|work|home\/[\w.-]+|Users\/[\w.-]+)(?=[/'"`\s),:;]|$)/gm,
        advice: 'Use a path relative to the repository, or one such as /usr/local/bin or /var/lib.',
      }),
    refuses: [
      { 'docs/api.md': `see ${['', 'home', 'anna', 'overdue'].join('/')}` },
      { 'bench/ping.ts': `const path = '${['', 'root', 'overdue'].join('/')}';` },
      { '.ci/run': `cd ${['', 'work'].join('/')}\n` },
      { 'README.md': ['', 'Users', 'anna', 'overdue'].join('/') },
    ],
    accepts: [
      {
        'README.md':
          'https://example.com/work/1 /usr/local/bin/backup server/root/ ./work/ /homepage /workers',
      },
    ],
  },
  {
    says: 'no file names a package registry',
    check: (files) =>
      findInText(files, {
        where: everywhere,
        pattern: REGISTRY,
        advice: 'Don’t name a registry. The person who installs chooses it.',
      }),
    refuses: [
      { 'package-lock.json': `"https://${['registry', 'npmjs', 'org'].join('.')}/zod"` },
      { '.npmrc': `${'regis' + 'try'}=https://npm.example.com/` },
      { '.npmrc': `//npm.example.com/:${'_auth' + 'Token'}=x` },
    ],
    accepts: [
      { '.npmrc': 'audit=false', 'docs/notify.md': '`channels/registry.ts`, registry.example.com/overdue' },
    ],
  },
  {
    says: 'the lockfile has no download addresses',
    check: (files) =>
      findInText(files, {
        where: (path) => path.endsWith('package-lock.json'),
        pattern: /"resolved":\s*"(?:https?|git(?:\+\w+)?|file):[^"]*"/g,
        advice: 'Install with the .npmrc of this repository, which leaves them out.',
      }),
    refuses: [{ 'package-lock.json': '"resolved": "https://npm.example.com/zod.tgz"' }],
    accepts: [{ 'package-lock.json': '"node_modules/@overdue/sdk": { "resolved": "sdk", "link": true }' }],
  },
];
