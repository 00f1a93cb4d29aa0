import type { Monitor } from '@overdue/sdk';
import { quoteWord } from './job-command.ts';
import { CURL } from './shell.ts';
import { words } from './words.ts';

type Filter = Monitor['pingFilter'];

export interface KeywordSnippet {
  readonly name: string;
  readonly code: string;
}

/** A ping that the filter counts as a success or a failure. */
interface Example {
  readonly comment: (place: string) => string;
  /** Text of the ping; empty if the ping must not contain a keyword. */
  readonly text: string;
}

const { examples } = words;

/**
 * Returns example pings with the monitor's own keywords, one for each place that its filter searches.
 * @param email address for pings by email; null if the service accepts none
 */
export function keywordSnippets(
  pingURL: string,
  filter: Filter,
  email: string | null,
): readonly KeywordSnippet[] {
  const pings = examplesOf(filter);
  const write = (place: string, line: (text: string) => string) =>
    pings.map(({ comment, text }) => `# ${comment(place)}\n${line(text)}`).join('\n');
  const snippets: KeywordSnippet[] = [];
  if (filter.searchHTTPBody)
    snippets.push({
      name: examples.request,
      code: write(
        examples.body,
        (text) => `${CURL} -H 'Content-Type: text/plain' --data-raw ${quoteWord(text)} ${pingURL}`,
      ),
    });
  if (email !== null && filter.searchSubject)
    snippets.push({
      name: examples.email,
      code: write(
        examples.subject,
        (text) => `mail -s ${quoteWord(text || examples.other)} ${email} < /path/to/log`,
      ),
    });
  else if (email !== null && filter.searchEmailBody)
    snippets.push({
      name: examples.email,
      code: write(
        examples.body,
        (text) => `echo ${quoteWord(text)} | mail -s ${quoteWord(examples.other)} ${email}`,
      ),
    });
  return snippets.filter(({ code }) => code !== '');
}

function examplesOf({ successKeywords, failureKeywords, otherwise }: Filter): readonly Example[] {
  const success = firstOf(successKeywords);
  const failure = firstOf(failureKeywords);
  return [
    ...(success === null ? [] : [{ comment: examples.success, text: success }]),
    ...(failure === null
      ? otherwise === 'fail'
        ? [{ comment: examples.failureWithout, text: '' }]
        : []
      : [{ comment: examples.failure, text: failure }]),
  ];
}

function firstOf(keywords: string): string | null {
  return (
    keywords
      .split(',')
      .map((keyword) => keyword.trim())
      .find((keyword) => keyword !== '') ?? null
  );
}
