import type { Mailer } from './mailer.ts';

interface MailSettings {
  readonly smtp: { readonly url: string | null; readonly from: string };
  readonly baseURL: string | null;
}

/** Creates the mailer. Returns null without a mail server, and then loads nothing. */
export async function openMailer({ smtp, baseURL }: MailSettings): Promise<Mailer | null> {
  if (smtp.url === null) return null;
  const { createMailer } = await import('./mailer.ts');
  return createMailer({
    url: smtp.url,
    from: smtp.from,
    domain: new URL(baseURL ?? 'http://localhost').hostname,
  });
}
