import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { ConfirmLoss } from './dialog/confirm-loss.tsx';
import { Icon } from './icon.tsx';

interface NewSecretProps {
  readonly titleID: string;
  /** ID of the token or key. The title gets the focus whenever the ID changes. */
  readonly shownID: string;
  readonly title: string;
  readonly name: string;
  readonly text: string;
  readonly secret: string;
  readonly copyLabel: string;
  readonly doneLabel: string;
  readonly onDone: () => void;
  /** Examples of use. */
  readonly children: ReactNode;
}

/** Shows a secret that the service returns only once. Asks before the user leaves without a copy. */
export function NewSecret(props: NewSecretProps) {
  const { titleID, shownID, title, name, text, secret, copyLabel, doneLabel, onDone, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [takenID, setTakenID] = useState<string>();
  const take = () => setTakenID(shownID);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers must announce each new secret.
  useEffect(() => heading.current?.focus(), [shownID]);
  return (
    <section
      aria-labelledby={titleID}
      // The user may also copy a selection.
      onCopy={take}
      className="mb-5 rounded-lg border border-accent bg-panel p-4 shadow-raised max-md:p-3"
    >
      <h2
        id={titleID}
        ref={heading}
        tabIndex={-1}
        className="flex items-center gap-2 font-semibold outline-none"
      >
        <span className="text-accent">
          <Icon name="key" />
        </span>
        {title}
        <span className="truncate font-normal text-soft">{name}</span>
      </h2>
      <p className="pt-1 text-soft">{text}</p>
      <div className="flex flex-wrap items-center gap-2 pt-3">
        <code className="min-w-0 flex-1 basis-80 break-all rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-table">
          {secret}
        </code>
        <CopyButton text={secret} label={copyLabel} onCopied={take} />
      </div>
      {children}
      <div className="flex justify-end pt-4">
        <Button onClick={onDone}>{doneLabel}</Button>
      </div>
      <ConfirmLoss isTaken={takenID === shownID} />
    </section>
  );
}
