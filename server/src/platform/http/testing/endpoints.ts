import { endpoint } from '@vermilion/contract/kernel/endpoint'
import { z } from 'zod'

const summary = { en: '', zh: '' }
export const endpoints = {
  addNote: endpoint('POST', '/notes/:place', {
    summary,
    params: z.object({ place: z.string().min(2) }),
    body: z.object({ text: z.string(), labels: z.array(z.object({ name: z.string().min(1) })).default([]) }),
    answer: z.object({ count: z.number(), account: z.string() }),
  }),
  addSlowly: endpoint('PUT', '/slow', { summary, answer: z.number() }),
  countNotes: endpoint('POST', '/notes/count', { summary, readOnly: true, answer: z.number() }),
  listNotes: endpoint('GET', '/notes', {
    summary,
    query: z.object({ limit: z.coerce.number().default(3) }),
    answer: z.array(z.string()),
  }),
  breakDown: endpoint('GET', '/break', { summary, public: true }),
  waitForLeaving: endpoint('GET', '/wait', { summary, answer: z.number() }),
  content: endpoint('GET', '/content', { summary, raw: 'application/octet-stream' }),
} as const
