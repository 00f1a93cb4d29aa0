import { words } from './words.ts';

interface TopicLinkProps {
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Link that subscribes a user to a topic of ntfy, shown before the test alert is sent. Renders nothing for other
 * types.
 */
export function TopicLink({ type, values }: TopicLinkProps) {
  const { topic, server } = values;
  if (type !== 'ntfy' || typeof topic !== 'string' || !/^[-_A-Za-z0-9]{1,64}$/.test(topic)) return null;
  const base = typeof server === 'string' && server.trim() !== '' ? server.trim() : 'https://ntfy.sh';
  if (!/^https?:\/\//i.test(base)) return null;
  const url = `${base.replace(/\/+$/, '')}/${topic}`;
  return (
    <p className="text-table text-soft">
      {words.topic}{' '}
      <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent underline wrap-anywhere">
        {url}
      </a>
    </p>
  );
}
