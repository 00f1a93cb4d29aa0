import { baseURL, type Config } from '../config/config.ts';

/** Base URL of the service. Without BASE_URL it contains the port, which is known once the server listens. */
export interface Address {
  baseURL(): string;
  listensAt(port: number): void;
}

export function createAddress(config: Config): Address {
  let { port } = config;
  return {
    baseURL: () => baseURL(config, port),
    listensAt(actual) {
      port = actual;
    },
  };
}
