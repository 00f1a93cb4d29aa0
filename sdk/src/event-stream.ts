/** One event of a stream of server-sent events. */
export interface StreamedEvent {
  readonly event: string;
  readonly data: string;
}

const LINE_END = /\r\n|\n|\r(?!$)/;
/** One that never ends is no event of this service. */
const LENGTH_MAX = 64 * 1024 * 1024;

/** Takes a stream of events apart as it comes in: give it each piece of text, and it answers the events that are whole. */
export function createEventParser(): (text: string) => readonly StreamedEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];

  return (text) => {
    const lines = (rest + text).split(LINE_END);
    rest = lines.pop() ?? '';
    if (rest.length > LENGTH_MAX) throw new Error('An event is too long.');
    const whole: StreamedEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) whole.push({ event: event === '' ? 'message' : event, data: data.join('\n') });
        event = '';
        data = [];
        continue;
      }
      const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'event') event = value;
      if (field === 'data') data.push(value);
    }
    return whole;
  };
}
