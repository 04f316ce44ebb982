import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'

/** The server about itself: its health, its description, its news. */
export const settingsEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'Whether the server answers and its database does',
    public: true,
    answer: z.object({ status: z.literal('ok'), version: z.string() }),
  }),
  describe: endpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description of the API',
    raw: 'application/json',
  }),
  events: endpoint({
    method: 'GET',
    path: '/events',
    summary: 'News as server-sent events; Last-Event-ID continues after an interruption',
    raw: 'text/event-stream',
  }),
} as const
