import type { Mailer } from './mailer.ts';

interface MailSettings {
  readonly smtp: { readonly url: string | null; readonly from: string };
  readonly baseURL: string | null;
}

/** Loads nodemailer only if a mail server is configured; null otherwise. */
export async function openMailer({ smtp, baseURL }: MailSettings): Promise<Mailer | null> {
  if (smtp.url === null) return null;
  const { createMailer } = await import('./mailer.ts');
  return createMailer({
    url: smtp.url,
    from: smtp.from,
    domain: new URL(baseURL ?? 'http://localhost').hostname,
  });
}
