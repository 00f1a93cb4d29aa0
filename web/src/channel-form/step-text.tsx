import { Fragment } from 'react';
import { partsOf } from './step-parts.ts';

/** Text of a step, with links to the provider's pages. */
export function StepText({ text }: { readonly text: string }) {
  return partsOf(text).map(({ text: part, url }) =>
    url === null ? (
      <Fragment key={part}>{part}</Fragment>
    ) : (
      <a key={url} href={url} target="_blank" rel="noreferrer" className="link">
        {part}
      </a>
    ),
  );
}
