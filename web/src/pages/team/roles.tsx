import { Fragment } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { words } from './words.ts';

const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

/** Says what each role may do. */
export function Roles() {
  return (
    <Panel title={words.members.rolesTitle}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {ROLES.map((role) => (
          <Fragment key={role}>
            <dt className="font-medium">{words.roles[role]}</dt>
            <dd className="text-soft">{words.roleHints[role]}</dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}
