import type { Share } from '@overdue/domain/access/share.ts';

/** `baseURL` has no trailing slash. */
export function shareURL(baseURL: string, { kind, key }: Pick<Share, 'kind' | 'key'>): string {
  switch (kind) {
    case 'badge':
      return `${baseURL}/badge/${key}.svg`;
    case 'status_page':
      return `${baseURL}/status/${key}`;
    case 'calendar':
      return `${baseURL}/calendar/${key}.ics`;
  }
}
