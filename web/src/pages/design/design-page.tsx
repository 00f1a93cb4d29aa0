import type { ReactNode } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { ICON_NAMES, Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ButtonSamples } from './button-samples.tsx';
import { ChoiceSamples } from './choice-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { FloatingSamples } from './floating-samples.tsx';
import { StateSamples } from './state-samples.tsx';
import { StatusSamples } from './status-samples.tsx';
import { TokenSamples } from './token-samples.tsx';
import { words } from './words.ts';

const { sections, notes, samples } = words;

export function DesignPage() {
  return (
    <>
      <PageHeader title={words.title} />
      <p className="max-w-160 pb-4 text-soft">{words.intro}</p>
      <div className="flex flex-col gap-4">
        <Sample title={sections.colours} note={notes.colours}>
          <TokenSamples />
        </Sample>
        <Sample title={sections.status} note={notes.status}>
          <StatusSamples />
        </Sample>
        <Sample title={sections.buttons} note={notes.buttons}>
          <ButtonSamples />
        </Sample>
        <Sample title={sections.fields}>
          <FieldSamples />
        </Sample>
        <Sample title={sections.choices}>
          <ChoiceSamples />
        </Sample>
        <Sample title={sections.floating}>
          <FloatingSamples />
        </Sample>
        <Sample title={sections.code}>
          <CodeBlock label={samples.code} code={samples.mono} />
        </Sample>
        <Sample title={sections.empty}>
          <StateSamples />
        </Sample>
        <Sample title={sections.icons}>
          <ul className="flex flex-wrap gap-4">
            {ICON_NAMES.map((name) => (
              <li key={name} className="flex w-24 flex-col items-center gap-1.5 text-xs text-soft">
                <Icon name={name} className="size-5" />
                {name}
              </li>
            ))}
          </ul>
        </Sample>
      </div>
    </>
  );
}

function Sample({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <Panel title={title}>
      {note === undefined ? null : <p className="pb-3 text-soft">{note}</p>}
      {children}
    </Panel>
  );
}
