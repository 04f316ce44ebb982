import { Readable } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import type { taskEndpoints } from '@vermilion/contract/tasks'
import type { Files } from '#areas/files'
import type { Handlers } from '#platform/http/handler'
import { attachment, sendContent, unlessGone } from '#platform/http/range'
import { describeImages } from './images/images.ts'
import { instancesOf } from './running/instances.ts'
import { logOf } from './logs/log-of.ts'
import { readLogPart, wholeLog } from './logs/log-part.ts'
import { orderId } from './creation/order-id.ts'
import { readMetrics } from './results/output.ts'
import { listResultFiles, openResultFile } from './results/result-files.ts'
import type { Tasks } from './service.ts'

const orderOf = ({ account, request }: { account: { id: string; username: string }; request: { id: string } }) => ({
  id: orderId(account, request),
  creator: account.username,
})

export function taskRoutes(tasks: Tasks, files: Pick<Files, 'thumbnailIn'>): Handlers<typeof taskEndpoints> {
  const outputOf = async (taskId: string) => (await tasks.files.at((await tasks.row(taskId)).id)).output
  return {
    listTrainingImages: () => describeImages(tasks.images),
    listTasks: ({ query, language }) => tasks.page(query, language),
    listTaskCreators: () => tasks.creators(),
    createTask: {
      transaction: 'own',
      handle: async ({ body, language, ...call }) =>
        tasks.present(await tasks.creation.create(body, orderOf(call)), language),
    },
    updateTask: {
      transaction: 'own',
      handle: async ({ params, body, language }) =>
        tasks.present(await tasks.creation.update(params.taskId, body), language),
    },
    retryTask: {
      transaction: 'own',
      handle: async ({ params, language, ...call }) =>
        tasks.present(await tasks.creation.retry(params.taskId, orderOf(call)), language),
    },
    resumeTask: {
      transaction: 'own',
      handle: async ({ params, language, ...call }) =>
        tasks.present(await tasks.creation.retry(params.taskId, { ...orderOf(call), resumes: true }), language),
    },
    getTaskOrder: ({ params }) => tasks.creation.order(params.taskId),
    getTaskRecord: ({ params }) => tasks.creation.record(params.taskId),
    getTaskRemoval: ({ params }) => tasks.removalSize(params.taskId),
    getTask: ({ params, language }) => tasks.get(params.taskId, language),
    stopTask: {
      transaction: 'own',
      async handle({ params, account, language }) {
        await tasks.stop(params.taskId, account.username)
        return tasks.get(params.taskId, language)
      },
    },
    async deleteTask({ params }) {
      await tasks.remove(params.taskId)
      return {}
    },
    async listInstances({ params }) {
      const row = await tasks.row(params.taskId)
      if (row.kind === 'external') return []
      const { instances: file } = await tasks.files.at(row.id, 'instances.json')
      return instancesOf(row, { executor: await tasks.executorOf(row), file })
    },

    async readLog({ params, query }) {
      const log = await logOf(tasks, params.taskId, query.instance)
      const part = await readLogPart(log, query)
      if (!part) throw fail('task.log-missing', { taskId: params.taskId })
      return { ...part, path: log.executor.logFile(log.handle, log.instance) }
    },
    async downloadLog({ params, query, reply }) {
      const log = await logOf(tasks, params.taskId, query.instance)
      const { name } = await tasks.row(params.taskId)
      const suffix = query.instance === undefined ? '' : log.instance.slice(params.taskId.length)
      reply.header('content-disposition', attachment(`${name}${suffix}.log`))
      reply.send(Readable.from(wholeLog(log)))
    },

    taskMetrics: async ({ params }) => readMetrics(await outputOf(params.taskId)),
    listResultFiles: async ({ params }) => listResultFiles(await outputOf(params.taskId)),
    async resultFileContent(call) {
      const { path, download } = call.query
      const file = await openResultFile(await outputOf(call.params.taskId), path)
      const downloadName = download || file.mediaType === undefined ? file.name : undefined
      await sendContent(call, { ...file, mediaType: file.mediaType ?? 'application/octet-stream', downloadName })
    },
    resultFileThumbnail: (call) =>
      unlessGone(call, async () => {
        const { folder, path, tag } = await openResultFile(await outputOf(call.params.taskId), call.query.path)
        await sendContent(call, await files.thumbnailIn(folder, path, tag, call.signal))
      }),
  }
}
