import { splitLinks } from './linked-text.ts';

/** A text written by people. Web addresses become links. */
export function Linked({ text }: { readonly text: string }) {
  return splitLinks(text).map(({ text: part, url }, index) =>
    url === null ? (
      part
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their places.
        key={index}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent underline wrap-anywhere"
      >
        {part}
      </a>
    ),
  );
}
