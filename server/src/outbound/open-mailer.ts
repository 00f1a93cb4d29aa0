import type { Mailer } from './mailer.ts';

interface MailSettings {
  /** `url` is null without a mail server. */
  readonly smtp: { readonly url: string | null; readonly from: string };
  readonly baseURL: string | null;
}

/** Opens the connection to the mail server. Null without one: then nothing of it is loaded. */
export async function openMailer({ smtp, baseURL }: MailSettings): Promise<Mailer | null> {
  if (smtp.url === null) return null;
  const { createMailer } = await import('./mailer.ts');
  return createMailer({
    url: smtp.url,
    from: smtp.from,
    domain: new URL(baseURL ?? 'http://localhost').hostname,
  });
}
