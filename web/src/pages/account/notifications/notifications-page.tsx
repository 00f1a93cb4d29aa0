import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Section } from '../../../ui/section.tsx';
import { AccountTabs } from '../account-tabs.tsx';
import { words } from '../words.ts';
import { Devices } from './devices.tsx';

const { notifications: text } = words;

const LINK_CLASS = 'whitespace-nowrap link';

export function NotificationsPage() {
  return (
    <>
      <PageHeader title={words.title} />
      <AccountTabs />
      <div>
        <Devices />
        <Section title={text.whatTitle}>
          <dl className="flex flex-col gap-3">
            <Reached {...text.onCall}>
              <Link to="/on-call" className={LINK_CLASS}>
                {text.onCall.link}
              </Link>
            </Reached>
            <Reached {...text.followed}>
              <Link to="/channels/new" search={{ type: 'webpush' }} className={LINK_CLASS}>
                {text.followed.link}
              </Link>
            </Reached>
          </dl>
        </Section>
      </div>
    </>
  );
}

interface ReachedProps {
  readonly name: string;
  readonly note: string;
  readonly children: ReactNode;
}

function Reached({ name, note, children }: ReachedProps) {
  return (
    <div>
      <dt className="font-medium">{name}</dt>
      <dd className="text-soft">
        {note} {children}
      </dd>
    </div>
  );
}
