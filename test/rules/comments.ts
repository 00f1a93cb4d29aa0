import type { RepoFile } from '../repo-files.ts';
import { at, type Rule } from '../rule.ts';
import { isSource, isTest, readSource } from '../source.ts';

/**
 * Openers that make the reader assemble the subject from a clause ("What is shown of a secret"), or that leave the subject out
 * ("Of invitations.").
 */
const OPENER =
  /^(?:What|Who|Whoever|Whom|Whose|So (?:long|many|much|often|soon)|Of|By what|By which|Nobody|Somebody|Anybody|That of|Those|It|Its)\b/;
const ADVICE = 'Start with the thing or with a verb: "Maximum number of …", "Returns …", "How long …".';

/** Returns the text of a comment without its markers, from the first word on. */
function wordsOf(comment: string): string {
  return comment.replace(/^[\s*]+/, '').replace(/^@(?:param|returns)\s+(?:\w+\s+)?/, '');
}

function findOpeners(file: RepoFile): readonly string[] {
  return readSource(file).comments.flatMap(({ text, offset }) => {
    const opener = OPENER.exec(wordsOf(text))?.[0];
    return opener === undefined ? [] : [`${at(file, offset)}: a comment begins with "${opener}". ${ADVICE}`];
  });
}

const SENTENCE_OPENER = /[\w)`'"]\.\s+(?:[/*]+ )?Of (?=[a-z])/g;

function findSentenceOpeners(file: RepoFile): readonly string[] {
  return [...file.text.matchAll(SENTENCE_OPENER)].map(
    ({ index }) =>
      `${at(file, index)}: a sentence begins with "Of". Name the subject first: "Only the end of a long log is …".`,
  );
}

/** Matches names of tests that don't name their subject, such as "it retries". Readers see these names without the code. */
const TEST_OPENER = /^[ \t]*(?:test|it)(?:\.\w+)*\(\s*['"`]((?:It|Its|One|What|That|Half) )/gim;

function findTestOpeners({ path, text }: RepoFile): readonly string[] {
  return [...text.matchAll(TEST_OPENER)].map(
    ([, opener = '']) =>
      `${path}: the name of a test begins with "${opener.trim()}". Name the subject, or start with a verb.`,
  );
}

export const commentRules: readonly Rule[] = [
  {
    says: 'no comment begins with a word that hides its subject',
    check: (files) =>
      files
        .filter(({ path }) => isSource(path) && !path.includes('.generated.'))
        .flatMap((file) => findOpeners(file)),
    refuses: [
      { 'server/src/platform/runtime/redact.ts': '/** What is shown of a secret. */\nexport const a = 1;' },
      { 'server/src/platform/runtime/redact.ts': '/**\n * Of invitations.\n */\nexport const a = 1;' },
      { 'server/src/channels/send-once.ts': '// So long a message is tried.\nexport const a = 1;' },
      { 'web/src/ui/button.tsx': '// Nobody waits for this.\nexport const a = 1;' },
    ],
    accepts: [
      {
        'server/src/platform/runtime/redact.ts':
          '/** Masks a secret. It keeps the last four characters. */\nconst a = 1;',
      },
      {
        'server/src/channels/send-once.ts':
          '// How long we retry a message.\nexport const a = "What it says";',
      },
      { 'server/src/channels/send-once.ts': '// Offers nothing. Itself.\nexport const a = 1;' },
    ],
  },
  {
    says: 'no sentence begins with "Of"',
    check: (files) =>
      files
        .filter(({ path }) => (isSource(path) || path.endsWith('.md')) && path !== 'test/rules/comments.ts')
        .flatMap((file) => findSentenceOpeners(file)),
    refuses: [
      { 'docs/api.md': 'Logs follow. Of a long log, only the end is searched.\n' },
      {
        'server/src/platform/runtime/redact.ts':
          '/**\n * Masks it.\n * Of a secret, four remain.\n */\nconst a = 1;',
      },
    ],
    accepts: [
      { 'docs/api.md': 'Only the end of a long log is searched. Offers more.\n' },
      { 'server/src/platform/runtime/redact.ts': 'const a = Math.max(1. ,2);' },
    ],
  },
  {
    says: 'no name of a test begins with a word that hides its subject',
    check: (files) => files.filter(({ path }) => isTest(path)).flatMap((file) => findTestOpeners(file)),
    refuses: [
      { 'server/src/notify/attempt.test.ts': "test('it retries', () => {});" },
      { 'server/test/notify/delivery.test.ts': "  test('that ends is closed', () => {});" },
    ],
    accepts: [
      { 'server/src/notify/attempt.test.ts': "test('retries it', () => {});" },
      { 'server/src/notify/attempt.test.ts': "test('one-time codes work', () => {});" },
    ],
  },
];
