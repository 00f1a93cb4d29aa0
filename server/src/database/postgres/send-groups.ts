import type { Statement, StatementResult } from './statement.ts';

/** Sends statements in one round trip. Returns one result per statement. */
export type Send = (statements: readonly Statement[]) => Promise<readonly StatementResult[]>;

type Groups<T, Group extends string = string> = Readonly<Record<Group, readonly T[]>>;

/** Sends groups of statements in one round trip, in the order of their keys. Returns the results by group. */
export async function sendGroups<Group extends string>(
  send: Send,
  groups: Groups<Statement, Group>,
): Promise<Groups<StatementResult, Group>>;
export async function sendGroups(send: Send, groups: Groups<Statement>): Promise<Groups<StatementResult>> {
  const entries = Object.entries(groups);
  const results = await send(entries.flatMap(([, statements]) => statements));
  let end = 0;
  return Object.fromEntries(
    entries.map(([group, { length }]) => {
      end += length;
      return [group, results.slice(end - length, end)];
    }),
  );
}
