import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came over the wire. */
  readonly raw: string;
}

export interface SmtpReceiver {
  /** `smtp://127.0.0.1:port`. */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  last(): ReceivedMail;
  /** From now on recipients are refused with this code and text; null accepts them again. */
  refuse(refusal: { readonly code: number; readonly text: string } | null): void;
  close(): Promise<void>;
}

/** A real SMTP server on loopback, without TLS, that takes mail from anybody. */
export async function startSmtp(): Promise<SmtpReceiver> {
  const received: ReceivedMail[] = [];
  let refusal: { readonly code: number; readonly text: string } | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      if (refusal === null) return done();
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  server.on('error', () => {
    // A client that goes away in the middle is part of some tests.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    last() {
      const mail = received.at(-1);
      if (mail === undefined) throw new Error('The SMTP server was sent nothing.');
      return mail;
    },
    refuse(next) {
      refusal = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
