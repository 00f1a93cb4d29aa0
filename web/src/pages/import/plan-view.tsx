import type { Import } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Notice } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { withKeys } from './list-keys.ts';
import { PlanTable } from './plan-table.tsx';
import { words } from './words.ts';

interface PlanViewProps {
  readonly ref: Ref<HTMLHeadingElement>;
  readonly plan: Import;
  readonly projectShortID: string;
  readonly skipsCollisions: boolean;
  readonly onSkip: (skips: boolean) => void;
  readonly isBusy: boolean;
  readonly onApply: () => void;
  readonly onAgain: () => void;
}

/** The plan of an import, or the result of the import. */
export function PlanView({ ref, plan, projectShortID, onAgain, ...confirming }: PlanViewProps) {
  const { isApplied, counts, notes } = plan;
  return (
    <section aria-labelledby="plan" className="flex flex-col gap-4">
      <h2 id="plan" ref={ref} tabIndex={-1} className="text-lg font-semibold outline-none">
        {isApplied ? words.doneTitle(counts.create) : words.planTitle}
      </h2>
      {isApplied ? (
        <>
          <p className="max-w-180 text-soft">{words.doneText}</p>
          <div className="flex flex-wrap gap-2">
            <Link
              to="/monitors"
              search={projectShortID === '' ? {} : { project: projectShortID }}
              className={buttonClass('primary')}
            >
              {words.showMonitors}
            </Link>
            <Button onClick={onAgain}>{words.again}</Button>
          </div>
        </>
      ) : (
        <Confirming plan={plan} {...confirming} />
      )}
      {notes.length === 0 ? null : (
        <ul className="max-w-180 list-disc pl-5 text-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <PlanTable plan={plan} />
      <ChannelsAndKeys plan={plan} />
    </section>
  );
}

function Confirming({
  plan,
  skipsCollisions,
  onSkip,
  isBusy,
  onApply,
}: Omit<PlanViewProps, 'ref' | 'projectShortID' | 'onAgain'>) {
  const { counts, keys } = plan;
  const collisions = counts.collision + keys.filter(({ outcome }) => outcome === 'collision').length;
  const creates = counts.create > 0 || keys.some(({ outcome }) => outcome === 'create');
  return (
    <div className="flex flex-col items-start gap-3">
      {collisions === 0 ? null : (
        <>
          <Notice kind="problem">{words.collides(collisions)}</Notice>
          <Switch label={words.skip} hint={words.skipHint} checked={skipsCollisions} onChange={onSkip} />
        </>
      )}
      <Button
        variant="primary"
        needsService
        busy={isBusy}
        disabled={!creates || (collisions > 0 && !skipsCollisions)}
        onClick={onApply}
      >
        {creates ? words.apply(counts.create) : words.applyNothing}
      </Button>
    </div>
  );
}

function ChannelsAndKeys({ plan: { channels, keys } }: { readonly plan: Import }) {
  return (
    <>
      {channels.length === 0 ? null : (
        <Panel title={words.channels}>
          <ul className="flex flex-col gap-2">
            {withKeys(channels).map(({ key, name, outcome, notes }) => (
              <li key={key}>
                <span className="font-medium">{name}</span> <Tag>{words.outcomes[outcome]}</Tag>
                <p className="text-soft">{notes.join(' ')}</p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {keys.length === 0 ? null : (
        <Panel title={words.keys}>
          <ul className="flex flex-col gap-2">
            {withKeys(keys).map(({ key, name, kind, outcome }) => (
              <li key={key}>
                <span className="font-medium">{name}</span> <Tag>{words.keyKinds[kind]}</Tag>{' '}
                <Tag variant={outcome === 'collision' ? 'problem' : 'plain'}>{words.outcomes[outcome]}</Tag>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
