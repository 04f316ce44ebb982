import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { id, progress, time } from './kernel/fields.ts'

/** What can be under way. An area that brings long work adds its word here, and says on the server what runs of it. */
export const workKinds = [
  'upload',
  'sample',
  'collection',
  'examination',
  'removal',
  'registration',
  'training',
  'cloud-inference',
] as const
export type WorkKind = (typeof workKinds)[number]

/** `interrupted`: an upload whose page has gone. The last three are ends. */
export const workStatuses = ['waiting', 'running', 'paused', 'interrupted', 'success', 'failed', 'stopped'] as const
export type WorkStatus = (typeof workStatuses)[number]

const text = z.object({ en: z.string(), zh: z.string() })

/** Something that takes its time, of whatever area. */
export const work = z.object({
  id,
  kind: z.enum(workKinds),
  /** Of what it is about: a task, a data space, a dataset. Empty for what serves all of them. */
  name: z.string(),
  status: z.enum(workStatuses),
  /** Why it is in this state, where there is more to say than the state. */
  reason: text.nullable(),
  /** A total of 0 is not known. */
  progress: progress.nullable(),
  /** Username of who began it; null for what the server began by itself. */
  owner: z.string().nullable(),
  leadsTo: z.object({ page: z.enum(['space', 'dataset', 'task', 'models']), id }).nullable(),
  stoppable: z.boolean(),
  startedAt: time,
  updatedAt: time,
  endedAt: time.nullable(),
})
export type Work = z.output<typeof work>

export const workEndpoints = {
  listWork: endpoint({
    method: 'GET',
    path: '/work',
    summary: {
      en: 'What runs for the caller, and what has ended within a day: tasks, jobs and uploads, newest first',
      zh: '调用者正在进行及一天内结束的工作：任务、作业和上传，最新的在前',
    },
    answer: z.array(work),
  }),
  stopWork: endpoint({
    method: 'POST',
    path: '/work/:workId/stop',
    summary: { en: 'Stop something that runs; answers when it has ended', zh: '停止进行中的工作；结束后返回' },
    params: z.object({ workId: id }),
    errors: ['work.not-found', 'work.not-stoppable', 'task.ended', 'task.stop-failed'],
  }),
} as const
