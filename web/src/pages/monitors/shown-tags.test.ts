import { expect, test } from 'vitest';
import { countShownTags, TAG_SPACE, WIDE_TAG_SPACE } from './shown-tags.ts';

test.each([
  [[], 0, 0],
  [['prod', 'db'], 2, 2],
  [['prod', 'db', 'eu'], 2, 3],
  [['database', 'mysql'], 2, 2],
  [['database', 'backups'], 1, 2],
  [['database', 'big-backups'], 1, 2],
  [['a-really-long-tag-of-one-team', 'a-really-long-tag-of-another', 'three'], 1, 1],
])('a row with the tags %j shows %j, and a wide row %j', (tags, shown, wide) => {
  expect(countShownTags(tags, TAG_SPACE)).toBe(shown);
  expect(countShownTags(tags, WIDE_TAG_SPACE)).toBe(wide);
});
