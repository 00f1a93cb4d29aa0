import { joinPieces, type Piece, truncate, truncateStart } from '../../platform/outbound/text.ts';
import type { Message } from '../message.ts';

const ROOM_FOR_MORE = '\nand more'.length;

/** Formats a message without its title and markup, the most important parts first, in at most `max` UTF-16 units. */
export function messageText(message: Message, max: number): string {
  const { paragraphs, details, log } = message;
  const pieces: Piece[] = [(room) => truncate(paragraphs.join('\n'), room)];
  if (details.length > 0)
    pieces.push(`\n\n${details.map(({ name, value }) => `${name}: ${value}`).join('\n')}`);
  pieces.push(...linkLines(message).map((line, index) => `${index === 0 ? '\n\n' : '\n'}${line}`));
  pieces.push((room) => listText(message, room));
  if (log !== null) pieces.push((room) => `\n\n${truncateStart(log, room - 2)}`);
  return joinPieces(pieces, max);
}

/** Formats the additional links, one per line. Leaves out links longer than `max` characters. */
export function linkLines({ links }: Pick<Message, 'links'>, max = Infinity): readonly string[] {
  return links.filter(({ url }) => url.length <= max).map(({ text, url }) => `${text}: ${url}`);
}

function listText({ list, more }: Message, room: number): string {
  if (list.length === 0 && more === '') return '';
  const lines = list.map(({ name, note }) => `\n• ${name} (${note})`);
  const whole = ['\n', ...lines, more === '' ? '' : `\n${more}`].join('');
  if (whole.length <= room) return whole;
  return `${joinPieces(['\n', ...lines], room - ROOM_FOR_MORE)}\nand more`;
}

/** Replaces angle brackets for receivers that always interpret HTML. */
export function withoutTags(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}
