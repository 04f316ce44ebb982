import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { id, time } from '../../kernel/fields.ts'

/** A training on another machine, which tells of itself over MLflow's protocol. The server neither starts nor ends it. */
export const externalRun = z.object({
  /** The name that its tag `host` gave when it began, or the address that it began from. */
  host: z.string(),
  /** The program says this name, usually that of a user of its machine. The account is the task's creator. */
  user: z.string(),
  /** The program that calls, as of its `User-Agent`. */
  client: z.string(),
  experiment: z.string(),
  heardAt: time,
  parent: z.object({ id, name: z.string() }).nullable(),
  nestedRuns: z.number().int(),
  /** Deleted by its program, which may restore it, until somebody deletes the task. */
  isDeleted: z.boolean(),
})
export type ExternalRun = z.output<typeof externalRun>

export const silentAfterMs = 10 * 60_000

/** A program says nothing between two epochs, so a run that is silent has not failed: its client alone says so. */
export const isSilent = (status: string, { heardAt }: Pick<ExternalRun, 'heardAt'>, now: number): boolean =>
  status === 'running' && now - Date.parse(heardAt) > silentAfterMs

export const maxEventRuns = 100

export const externalRunEndpoints = {
  openEventFiles: endpoint('POST', '/spaces/:spaceId/event-runs', {
    summary: {
      en: 'Open the event files of TensorBoard below a folder: a task for each folder with some, brought up to date when it is there',
      zh: '打开某文件夹下的 TensorBoard 事件文件：每个含事件文件的文件夹成为一个任务，已存在的则更新',
    },
    body: z.object({ folder: z.string().max(1_000).default('') }),
    answer: z.object({ taskIds: z.array(id) }),
    errors: ['space.not-found', 'folder.not-found', 'space.no-event-files', 'space.many-event-files'],
  }),
} as const
