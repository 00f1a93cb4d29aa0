import type { OpenAPIHono } from '@hono/zod-openapi';

export type APIDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
