import { baseURL, type Config } from '../platform/config/config.ts';

/**
 * Base URL of the service. If BASE_URL isn't set, the URL contains the port, which is known only after the server has started to
 * listen.
 */
export interface BaseURL {
  baseURL(): string;
  setPort(port: number): void;
}

export function createBaseURL(config: Config): BaseURL {
  let { port } = config;
  return {
    baseURL: () => baseURL(config, port),
    setPort(actual) {
      port = actual;
    },
  };
}
