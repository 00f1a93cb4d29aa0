import { expect, test } from 'vitest';
import { createBodyMemory, type Upload } from './body-memory.ts';

function openRoom() {
  let now = 0;
  const room = createBodyMemory({
    bytesMax: 100,
    reservedBytes: 20,
    dropAfterMs: 1000,
    monotonic: () => now,
  });
  const cut: string[] = [];
  return {
    open: (network: string, name = network): Upload => room.open([network], () => cut.push(name)),
    openFor: (team: string, network: string): Upload => room.open([network, team], () => cut.push(team)),
    cut,
    wait(ms: number) {
      now += ms;
    },
  };
}

test('a slow upload is dropped for a quick upload from another address', () => {
  const { open, cut, wait } = openRoom();
  const stalled = ['first', 'second'].map((name) => open('192.0.2.1', name));
  for (const upload of stalled) expect(upload.reserve(40)).toBe(true);
  open('192.0.2.2').reserve(15);
  wait(1001);
  expect(open('192.0.2.3').reserve(10)).toBe(true);
  expect(cut).toEqual(['first']);
});

test('a slow upload is dropped for a quick upload from the same address', () => {
  const { open, cut, wait } = openRoom();
  open('192.0.2.1', 'stalled').reserve(80);
  wait(1001);
  expect(open('192.0.2.1').reserve(30)).toBe(true);
  expect(cut).toEqual(['stalled']);
});

test('quick uploads are never cut off, and one address never uses memory reserved for others', () => {
  const { open, cut, wait } = openRoom();
  expect(open('192.0.2.1').reserve(80)).toBe(true);
  wait(999);
  expect(open('192.0.2.1').reserve(1)).toBe(false);
  expect(open('192.0.2.1').reserve(30)).toBe(false);
  expect(open('192.0.2.2').reserve(19)).toBe(true);
  expect(cut).toEqual([]);
});

test('a complete upload keeps its memory until the upload is ended', () => {
  const { open, cut, wait } = openRoom();
  const whole = open('192.0.2.1');
  whole.reserve(80);
  whole.complete();
  wait(60_000);
  expect(open('192.0.2.2').reserve(30)).toBe(false);
  whole.end();
  whole.end();
  expect(open('192.0.2.2').reserve(20)).toBe(true);
  expect(open('192.0.2.3').reserve(80)).toBe(false);
  expect(cut).toEqual([]);
});

test('a team uses no memory reserved for others, from however many addresses', () => {
  const { openFor, cut, wait } = openRoom();
  for (let address = 1; address <= 4; address += 1)
    expect(openFor('team', `192.0.2.${address}`).reserve(20)).toBe(true);
  expect(openFor('team', '192.0.2.5').reserve(1)).toBe(false);
  expect(openFor('other', '192.0.2.6').reserve(20)).toBe(true);
  expect(cut).toEqual([]);
  wait(1001);
  expect(openFor('third', '192.0.2.7').reserve(20)).toBe(true);
  expect(cut).toEqual(['team']);
});
