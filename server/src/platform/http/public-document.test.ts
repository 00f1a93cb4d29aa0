import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { serveDocument } from './public-document.ts';

class Kept extends ServerResponse {
  readonly given: unknown[] = [];

  override end(...given: unknown[]): this {
    this.given.push(...given);
    return this;
  }
}

test.each(['identity', 'gzip'])(
  'a document is built once, and all requests share its bytes: %s',
  async (encoding) => {
    let written = 0;
    const app = new Hono();
    const write = () => {
      written += 1;
      return `${written} ${'x'.repeat(2000)}`;
    };
    const serve = serveDocument(write, {});
    app.get('/', (context) => serve(context));
    const given: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const outgoing = new Kept(new IncomingMessage(new Socket()));
      await app.request('/', { headers: { 'Accept-Encoding': encoding } }, { outgoing });
      expect(outgoing.given[0]).toBeInstanceOf(Uint8Array);
      given.push(...outgoing.given);
    }
    expect(written).toBe(1);
    expect(given).toHaveLength(3);
    expect(new Set(given).size).toBe(1);
  },
);
