import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { PolicyUsage as Usage } from '../../on-call/policy-usage.ts';
import { words } from '../../on-call/words.ts';
import { Icon } from '../../ui/icon.tsx';

const LINK_CLASS = 'link';
/** Maximum number of projects to show as links. Also applies to the monitors that select the policy themselves. */
const SHOWN = 3;

/** Tells which projects and monitors use a policy. */
export function PolicyUsage({ usage: { projects, own, monitors } }: { readonly usage: Usage }) {
  if (projects.length === 0 && monitors === 0) {
    return (
      <span className="flex min-w-48 items-start gap-1.5 whitespace-normal">
        <span className="pt-0.5 text-failing">
          <Icon name="incidents" />
        </span>
        <span>
          {words.unusedPolicy}{' '}
          <Link to="/projects" className={LINK_CLASS}>
            {words.choosePolicy}
          </Link>
        </span>
      </span>
    );
  }
  return (
    <span className="block min-w-48 whitespace-normal wrap-anywhere">
      {projects.slice(0, SHOWN).map(({ shortID, name }) => (
        <Fragment key={shortID}>
          <Link to="/projects/$shortID" params={{ shortID }} className={LINK_CLASS}>
            {name}
          </Link>
          {', '}
        </Fragment>
      ))}
      {own.slice(0, SHOWN).map(({ shortID, name }) => (
        <Fragment key={shortID}>
          <Link to="/monitors/$shortID" params={{ shortID }} className={LINK_CLASS}>
            {name}
          </Link>
          {', '}
        </Fragment>
      ))}
      <span className="whitespace-nowrap text-soft">{words.inAll(monitors)}</span>
    </span>
  );
}
