import { endpoint } from '@vermilion/contract/kernel/endpoint'
import { z } from 'zod'

const summary = { en: '', zh: '' }
export const endpoints = {
  addNote: endpoint({
    method: 'POST',
    path: '/notes/:place',
    summary,
    params: z.object({ place: z.string().min(2) }),
    body: z.object({ text: z.string(), labels: z.array(z.object({ name: z.string().min(1) })).default([]) }),
    answer: z.object({ count: z.number(), account: z.string() }),
  }),
  addSlowly: endpoint({ method: 'PUT', path: '/slow', summary, answer: z.number() }),
  countNotes: endpoint({ method: 'POST', path: '/notes/count', summary, readOnly: true, answer: z.number() }),
  listNotes: endpoint({
    method: 'GET',
    path: '/notes',
    summary,
    query: z.object({ limit: z.coerce.number().default(3) }),
    answer: z.array(z.string()),
  }),
  breakDown: endpoint({ method: 'GET', path: '/break', summary, public: true }),
  waitForLeaving: endpoint({ method: 'GET', path: '/wait', summary, answer: z.number() }),
  content: endpoint({ method: 'GET', path: '/content', summary, raw: 'application/octet-stream' }),
} as const
