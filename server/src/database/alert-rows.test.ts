import { TEAM_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { expect, test } from 'vitest';
import { parseTeamAlerting, readMonitorAlerting, readTeamAlerting, teamAlertingJSON } from './alert-rows.ts';

test('team settings keep the name that the database has always used', () => {
  const alerting = { ...TEAM_ALERTING_DEFAULT, combineWithinMs: 30_000 };
  expect(teamAlertingJSON(alerting)).toBe('{"combineWithinMs":30000}');
  expect(readTeamAlerting('{"combineWithinMs":30000}')).toEqual(alerting);
});

test('a value of the wrong type is an error that names the column and the field', () => {
  expect(() => readMonitorAlerting('{"severity":"huge"}')).toThrow(
    /"huge" as severity in monitors\.alerting/,
  );
  expect(() => readTeamAlerting('{"combineWithinMs":"x"}')).toThrow(/as combineWithinMs in teams\.alerting/);
});

test('damaged settings are read as the defaults', () => {
  expect(parseTeamAlerting('{"combineWithinMs":"x"}')).toEqual(TEAM_ALERTING_DEFAULT);
  expect(parseTeamAlerting('[')).toEqual(TEAM_ALERTING_DEFAULT);
});
