import { baseURL, type Config } from '../config/config.ts';

/** Base URL of the service. An unconfigured base URL contains the port, which is known only after listening. */
export interface ListenAddress {
  baseURL(): string;
  listensAt(port: number): void;
}

export function createAddress(config: Config): ListenAddress {
  let { port } = config;
  return {
    baseURL: () => baseURL(config, port),
    listensAt(actual) {
      port = actual;
    },
  };
}
