import { describe, expect, test } from 'vitest';
import { readRepoFiles } from './repo-files.ts';
import { filesOf, type Rule } from './rule.ts';
import { commentRules } from './rules/comments.ts';
import { documentRules } from './rules/documents.ts';
import { footprintRules } from './rules/footprint.ts';
import { importRules } from './rules/imports.ts';
import { layoutRules } from './rules/layout.ts';
import { leftoverRules } from './rules/leftovers.ts';
import { limitRules } from './rules/limits.ts';
import { nameRules } from './rules/names.ts';
import { packageRules } from './rules/packages.ts';
import { seamRules } from './rules/seams.ts';
import { settingRules } from './rules/settings.ts';
import { startRules } from './rules/start.ts';
import { webRules } from './rules/web.ts';

const RULES: readonly Rule[] = [
  ...importRules,
  ...seamRules,
  ...webRules,
  ...nameRules,
  ...layoutRules,
  ...settingRules,
  ...leftoverRules,
  ...commentRules,
  ...documentRules,
  ...limitRules,
  ...packageRules,
  ...footprintRules,
  ...startRules,
];

const repoFiles = readRepoFiles();

describe('in this repository', () => {
  for (const { says, check } of RULES) {
    test(says, () => {
      const problems = check(repoFiles);
      if (problems.length > 0) expect.fail(`\n${problems.join('\n')}\n`);
    });
  }
});

describe('the rule refuses and accepts', () => {
  for (const { says, check, refuses, accepts } of RULES) {
    test(says, () => {
      expect(Math.min(refuses.length, accepts.length)).toBeGreaterThan(0);
      for (const files of refuses) expect(check(filesOf(files)), JSON.stringify(files)).not.toEqual([]);
      for (const files of accepts) expect(check(filesOf(files)), JSON.stringify(files)).toEqual([]);
    });
  }
});

test('the repository is read', () => {
  const paths = repoFiles.map(({ path }) => path);
  expect(paths).toContain('package.json');
  expect(paths).toContain('test/tidy.test.ts');
  expect(paths.filter((path) => path.includes('node_modules/'))).toEqual([]);
});
