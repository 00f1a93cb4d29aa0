import { pluralize } from '../../time/words.ts';

export const words = {
  title: 'Search',
  field: 'Search monitors, incidents and logs',
  placeholder: 'connection refused, "disk full", pg-dump…',
  kindLabel: 'Kind of result',
  kinds: { all: 'All', monitor: 'Monitors', incident: 'Incidents', log: 'Logs' },
  project: 'Project',
  anyProject: 'All projects',
  period: 'Time',
  periods: {
    any: 'Any time',
    day: 'Last 24 hours',
    week: 'Last 7 days',
    month: 'Last 30 days',
    custom: 'Custom period',
  },
  from: 'From',
  to: 'Before',
  ofMonitor: (name: string) => `Only ${name}`,
  clear: 'Clear',
  more: 'Show more',
  goOn: 'Search older logs',
  results: 'Results',
  found: (count: number, isMore: boolean) => `${pluralize(count, 'result')}${isMore ? ' so far' : ''}`,
  wentDown: 'went down',
  open: 'open',
  line: (line: number) => `line ${line.toLocaleString('en')}`,
  start: {
    title: 'Search the team’s monitors, incidents and logs',
    hint: 'Finds logs that contain every word. Use quotation marks for a phrase. The last word may be incomplete.',
  },
  tooLong: {
    title: 'This search is too long',
    hint: (max: number) => `Shorten it to ${max} characters.`,
  },
  none: {
    title: 'Nothing found',
    hint: 'Try fewer or shorter words, or remove a filter. A new log can be found a few seconds after it arrives.',
    older: 'Nothing found so far. Older logs haven’t been searched yet.',
  },
} as const;
