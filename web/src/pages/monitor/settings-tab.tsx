import { isChecked } from '@overdue/domain/monitor/rules.ts';
import type { Forwarding, Monitor } from '@overdue/sdk';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { accountQuery, useHasRole } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { escalationsQuery } from '../../data/alerts/escalations.ts';
import { forwardingQuery } from '../../data/monitors/monitors.ts';
import { pingEmailOf } from '../../data/monitors/ping-email.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { COUNT_FIELDS, COUNT_SETTINGS, SETTING_NAMES } from '../../fields/setting-names.ts';
import { SEVERITY_NAMES } from '../../monitor/alert-choices.ts';
import { shownCheckSettings } from '../../monitor/check-settings.ts';
import { KIND_NAMES } from '../../monitor/check-words.ts';
import { HiddenPingURL } from '../../monitor/hidden-ping-url.tsx';
import { KEYWORDS, SEARCHES, searchesKeywords } from '../../monitor/ping-filter.ts';
import { linksOf, SettingLink } from '../../monitor/setting-links.tsx';
import { formatMs } from '../../time/format-duration.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Linked } from '../../ui/linked/linked.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { words } from './words.ts';

const { settings } = words;
const { forwarding } = words;

export function MonitorSettingsTab({ monitor }: { readonly monitor: Monitor }) {
  const mayChange = useHasRole('member');
  const { data: projects } = useQuery(projectsQuery);
  const project = projects?.find(({ shortID }) => shortID === monitor.projectShortID);
  const { schedule } = monitor;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-4">
      {isChecked(monitor) ? <CheckSettings monitor={monitor} /> : null}
      <Group title={settings.groups.when}>
        <Setting label={settings.schedule}>{schedule.summary}</Setting>
        {schedule.type !== 'interval' ? (
          <>
            <Setting label={settings.expression}>
              <code className="whitespace-pre-line font-mono">{schedule.cron || schedule.onCalendar}</code>
            </Setting>
            <Setting label={settings.zone}>{schedule.timezone}</Setting>
          </>
        ) : null}
        {isChecked(monitor) ? null : (
          <>
            <Setting label={settings.grace}>{formatMs(schedule.graceDuration * 1000)}</Setting>
            <Setting label={settings.limit}>{formatMs(monitor.maxRunDuration * 1000)}</Setting>
          </>
        )}
        {COUNT_FIELDS.map((field) => (
          <Setting key={field} label={COUNT_SETTINGS[field].label}>
            {COUNT_SETTINGS[field].write(monitor[field])}
          </Setting>
        ))}
      </Group>
      {isChecked(monitor) ? null : (
        <Group title={settings.groups.pings}>
          <PingSettings monitor={monitor} />
        </Group>
      )}
      <Group title={settings.groups.alerts}>
        <Setting label={settings.channels}>
          <Channels chosen={monitor.channels} />
        </Setting>
        <Setting label={settings.severity}>{SEVERITY_NAMES[monitor.severity]}</Setting>
        <Setting label={SETTING_NAMES.remindEvery}>
          {monitor.remindEvery === null ? (
            <Inherited>{project === undefined ? null : writeReminder(project.remindEvery)}</Inherited>
          ) : (
            writeReminder(monitor.remindEvery)
          )}
        </Setting>
        <Setting label={settings.escalation}>
          <EscalationName own={monitor.escalation} inherited={project?.escalation} />
        </Setting>
      </Group>
      <Group title={settings.groups.about}>
        <Setting label={settings.project}>
          {project === undefined ? null : (
            <Link to="/projects/$shortID" params={{ shortID: project.shortID }} className="hover:underline">
              {project.name}
            </Link>
          )}
        </Setting>
        <Setting label={settings.tags}>
          <span className="flex flex-wrap gap-1">
            {monitor.tags.length === 0
              ? settings.none
              : monitor.tags.map((tag) => <Tag key={tag}>{tag}</Tag>)}
          </span>
        </Setting>
        {isChecked(monitor) ? null : <PingAddresses monitor={monitor} />}
        <Setting label={settings.ids}>
          <CopyableText text={monitor.shortID} label={settings.ids} />
        </Setting>
        <Setting label={settings.created}>
          <Moment at={monitor.createdAt} />
        </Setting>
        {monitor.description === '' ? null : (
          <Setting label={settings.description}>
            <span className="whitespace-pre-line break-words">
              <Linked text={monitor.description} />
            </span>
          </Setting>
        )}
        {linksOf(monitor).map(({ label, url }) => (
          <Setting key={label} label={label}>
            <SettingLink url={url} />
          </Setting>
        ))}
      </Group>
      {mayChange ? (
        <div className="lg:col-span-2 xl:col-span-4">
          <Link
            to="/monitors/$shortID/edit"
            params={{ shortID: monitor.shortID }}
            className={buttonClass('primary')}
          >
            <Icon name="edit" />
            {settings.edit}
          </Link>
        </div>
      ) : null}
    </div>
  );
}

/** The target, and how Overdue checks it. */
function CheckSettings({ monitor }: { readonly monitor: Monitor }) {
  const { kind, url } = monitor;
  return (
    <Group title={settings.groups.check}>
      <Setting label={settings.kind}>{KIND_NAMES[kind]}</Setting>
      {url === null ? null : (
        <Setting label={settings.target}>
          <CopyableText text={url} label={settings.copyTarget} />
        </Setting>
      )}
      {shownCheckSettings(monitor).map(({ label, value }) => (
        <Setting key={label} label={label}>
          <span className="whitespace-pre-line wrap-anywhere">{value}</span>
        </Setting>
      ))}
    </Group>
  );
}

/** Where a job sends its pings. */
function PingAddresses({ monitor }: { readonly monitor: Monitor }) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const pingEmail = pingEmailOf(monitor, account.service.mailPingHost);
  const slugURL = `${account.service.baseURL}/ping/${settings.keyPart}/${monitor.slug}`;
  return (
    <>
      <Setting label={settings.pingURL}>
        {monitor.pingURL === '' ? (
          <HiddenPingURL />
        ) : (
          <CopyableText text={monitor.pingURL} label={words.copyURL} />
        )}
      </Setting>
      <Setting label={settings.slugURL}>
        {monitor.slug === '' ? settings.none : <CopyableText text={slugURL} label={settings.copySlugURL} />}
      </Setting>
      <ForwardingStatus shortID={monitor.shortID} label={settings.forwarding} />
      {pingEmail === null ? null : (
        <Setting label={settings.pingEmail}>
          <CopyableText text={pingEmail} label={settings.copyEmail} />
        </Setting>
      )}
    </>
  );
}

function writeReminder(seconds: number): string {
  return seconds === 0 ? settings.never : settings.every(formatMs(seconds * 1000));
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Panel title={title}>
      <dl className="flex flex-col gap-2.5">{children}</dl>
    </Panel>
  );
}

function CopyableText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 flex-1 break-all font-mono text-xs leading-5">{text}</span>
      <span className="-my-1.5">
        <CopyButton bare text={text} label={label} />
      </span>
    </span>
  );
}

function Inherited({ children }: { readonly children: ReactNode }) {
  return (
    <span>
      {children} <span className="text-soft">({settings.inherited})</span>
    </span>
  );
}

function Channels({ chosen }: { readonly chosen: Monitor['channels'] }) {
  const { data: channels = [] } = useQuery(channelsQuery);
  if (chosen === null) return <span className="text-soft">{settings.inherited}</span>;
  if (chosen.length === 0) return settings.noChannels;
  return chosen.map((shortID, index) => (
    <Fragment key={shortID}>
      {index === 0 ? null : ', '}
      <Link to="/channels/$shortID" params={{ shortID }} className="hover:underline">
        {channels.find((channel) => channel.shortID === shortID)?.name ?? shortID}
      </Link>
    </Fragment>
  ));
}

function EscalationName({
  own,
  inherited,
}: {
  readonly own: string | null;
  readonly inherited: string | undefined;
}) {
  const { data: policies = [] } = useQuery(escalationsQuery);
  const shown = own ?? inherited ?? '';
  const name =
    shown === '' ? settings.none : (policies.find(({ shortID }) => shortID === shown)?.name ?? shown);
  return own === null ? <Inherited>{name}</Inherited> : name;
}

/**
 * Shows whether the pings of a monitor reach the URL to which it forwards them. Renders nothing for a monitor that
 * forwards nothing.
 */
function ForwardingStatus({ shortID, label }: { readonly shortID: string; readonly label: string }) {
  const { data, isError } = useQuery(forwardingQuery(shortID));
  if (data === undefined) return isError ? <Setting label={label}>{forwarding.unread}</Setting> : null;
  return data.enabled ? (
    <Setting label={label}>
      <Lines state={data} />
    </Setting>
  ) : null;
}

function Lines({ state }: { readonly state: Forwarding }) {
  const { lastSentAt, lastFailedAt, error, backlog, dropped, lastDroppedAt } = state;
  return (
    <div className="flex flex-col gap-1">
      {lastSentAt === null && error === '' && dropped === 0 ? <span>{forwarding.waiting}</span> : null}
      {lastSentAt === null ? null : (
        <span>
          {forwarding.sent} <Moment at={lastSentAt} />
        </span>
      )}
      {error === '' || lastFailedAt === null ? null : (
        <span className="wrap-anywhere">
          {forwarding.failed} <Moment at={lastFailedAt} />: {error}
        </span>
      )}
      {backlog === 0 ? null : <span>{forwarding.backlog(backlog)}</span>}
      {dropped === 0 || lastDroppedAt === null ? null : (
        <span>
          {forwarding.dropped(dropped)} <Moment at={lastDroppedAt} />
        </span>
      )}
    </div>
  );
}

/** Settings that decide which pings count. Omits keywords if the filter doesn't search for them. */
function PingSettings({ monitor }: { readonly monitor: Monitor }) {
  const { pingFilter, manualResume } = monitor;
  return (
    <>
      <Setting label={SETTING_NAMES['pingFilter.methods']}>{settings.methods[pingFilter.methods]}</Setting>
      <Setting label={settings.whenPaused}>
        {manualResume ? settings.resume.stays : settings.resume.resumes}
      </Setting>
      {searchesKeywords(pingFilter) ? (
        <>
          <Setting label={settings.search}>
            {SEARCHES.filter((name) => pingFilter[name])
              .map((name) => settings.searches[name])
              .join(', ')}
          </Setting>
          {KEYWORDS.filter((name) => pingFilter[name] !== '').map((name) => (
            <Setting key={name} label={SETTING_NAMES[`pingFilter.${name}`]}>
              <span className="break-words">{pingFilter[name]}</span>
            </Setting>
          ))}
          <Setting label={SETTING_NAMES['pingFilter.otherwise']}>
            {settings.otherwise[pingFilter.otherwise]}
          </Setting>
        </>
      ) : null}
    </>
  );
}

function Setting({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-3">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
