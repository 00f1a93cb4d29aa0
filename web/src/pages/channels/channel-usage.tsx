import type { Channel } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { words } from '../../channel-form/words.ts';
import type { ChannelUsage as Usage } from '../../data/channel-usage.ts';
import { useChannelUsage } from './use-channel-usage.ts';

const { usage: text } = words;

const LINK_CLASS = 'link';
/** Maximum number of monitors and of projects that are shown by name. */
const SHOWN = 3;

interface Part {
  readonly key: string;
  readonly label: string;
  readonly link?: (label: string) => ReactNode;
}

/** Tells which monitors, projects, policies, groups and members alert the channel. */
export function ChannelUsage({ channel }: { readonly channel: Channel }) {
  const usage = useChannelUsage()?.(channel.shortID);
  if (usage === undefined) return null;
  const parts = partsOf(usage);
  if (parts.length === 0) return <span className="text-soft">{text.nothing}</span>;
  return (
    <span className="wrap-anywhere">
      {parts.map(({ key, label, link }, place) => (
        <Fragment key={key}>
          {place === 0 ? null : ', '}
          {link === undefined ? label : link(label)}
        </Fragment>
      ))}
    </span>
  );
}

/** Returns the text of a confirmation to delete the channel. */
export function usageText(usage: Usage): string {
  return text.deletion(partsOf(usage).map(({ label }) => label));
}

function partsOf({ monitors, own, projects, policies, groups, people }: Usage): readonly Part[] {
  return [
    ...(monitors === 0
      ? []
      : [
          {
            key: 'monitors',
            label: text.monitors(monitors),
            link: (label: string) => (
              <Link to="/monitors" className={LINK_CLASS}>
                {label}
              </Link>
            ),
          },
        ]),
    ...(own.length > SHOWN ? [{ key: 'own', label: text.own(own.length) }] : []),
    ...(own.length > SHOWN ? [] : own).map(({ shortID, name }) => ({
      key: shortID,
      label: text.monitor(name),
      link: (label: string) => (
        <Link to="/monitors/$shortID" params={{ shortID }} className={LINK_CLASS}>
          {label}
        </Link>
      ),
    })),
    ...projects.slice(0, SHOWN).map(({ shortID, name }) => ({
      key: shortID,
      label: text.project(name),
      link: (label: string) => (
        <Link to="/projects/$shortID" params={{ shortID }} className={LINK_CLASS}>
          {label}
        </Link>
      ),
    })),
    ...policies.map(({ shortID, name }) => ({
      key: shortID,
      label: text.policy(name),
      link: (label: string) => (
        <Link to="/channels" search={{ tab: 'escalation' }} className={LINK_CLASS}>
          {label}
        </Link>
      ),
    })),
    ...groups.map(({ shortID, name }) => ({
      key: shortID,
      label: text.group(name),
      link: (label: string) => (
        <Link to="/channels/$shortID" params={{ shortID }} className={LINK_CLASS}>
          {label}
        </Link>
      ),
    })),
    ...people.map((name) => ({
      key: name,
      label: text.person(name),
      link: (label: string) => (
        <Link to="/on-call" className={LINK_CLASS}>
          {label}
        </Link>
      ),
    })),
  ];
}
