import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import { BASE_URL } from '../http/api.ts';
import type { ResourceIDs, Walker, World } from './furnished-team.ts';
import { EXPECTATIONS, type OperationExpectation } from './table.ts';

export const OPERATIONS = ENDPOINTS.map(({ method, path, route }) => {
  const id = route.operationId ?? '';
  return { id, method: method.toUpperCase(), path, isChange: method !== 'get', walked: EXPECTATIONS[id] };
});
export type Operation = (typeof OPERATIONS)[number] & { readonly walked: OperationExpectation };

export const WALKED = OPERATIONS.filter(
  (operation): operation is Operation => operation.walked !== undefined,
);
export type Headers = Readonly<Record<string, string>>;
export const SAME_ORIGIN = { Origin: BASE_URL };
export const byToken = ({ caller }: Walker): Headers => ({ Authorization: `Bearer ${caller.token}` });
export const bySession = ({ cookie }: Walker): Headers => ({ Cookie: cookie });

export interface Outcome {
  readonly status: number;
  readonly text: string;
}

/** Sends the request of an operation about Acme's resources. The headers identify the caller. */
export async function send(
  { api }: World,
  { method, path, walked }: Operation,
  resourceIDs: ResourceIDs,
  headers: Headers,
): Promise<Outcome> {
  const json = walked.body?.(resourceIDs);
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = resourceIDs[name];
    if (id === undefined) throw new Error(`Give the walk an ID for {${name}}, in furnished-team.ts.`);
    return id;
  });
  const response = await api.app.request(address + (walked.query?.(resourceIDs) ?? ''), {
    method,
    headers: { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  // The stream never ends.
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream') === true) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

/** Replaces the IDs of personal resources with the walker's own. */
export const ownOf = (
  resourceIDs: ResourceIDs,
  { caller, sessionID, browserID, deviceID }: Walker,
): ResourceIDs => ({
  ...resourceIDs,
  tokenID: caller.tokenID,
  sessionID,
  browserID,
  deviceID,
});
