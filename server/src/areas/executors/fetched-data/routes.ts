import type { endpointAreas } from '@vermilion/contract/endpoints'
import type { RunProgress } from '@vermilion/contract/tasks/run-data'
import type { Handlers } from '#platform/http/handler'
import { sendContent, unlessGone } from '#platform/http/range'
import type { RunHandle } from '../port/run-status.ts'
import type { createInputs } from './inputs.ts'
import type { createOutputs } from './outputs.ts'
import type { RunRecords } from './run-records.ts'

interface RunDataNeeds {
  readonly records: RunRecords
  readonly inputs: ReturnType<typeof createInputs>
  readonly outputs: ReturnType<typeof createOutputs>
  complete(handle: RunHandle, instance: string): Promise<void>
  note(handle: RunHandle, instance: string, progress: RunProgress): void
}

const mediaType = 'application/octet-stream'

export function runDataRoutes(needs: RunDataNeeds): Handlers<typeof endpointAreas.runData> {
  const { records, inputs, outputs, complete, note } = needs
  return {
    getRunManifest: ({ run }) => inputs.manifest(run),
    getRunPack: async ({ run, params }) => ({ files: await inputs.files(run, params.packId) }),
    getRunPackContent: (call) =>
      unlessGone(call, async () => {
        const { packId } = call.params
        await sendContent(call, { ...(await inputs.content(call.run, packId)), mediaType, tag: packId })
      }),
    reportRunProgress({ run, body: { instance, done, total } }) {
      note(run, instance, { done, total })
      return {}
    },
    async getRunState({ run, query }) {
      const record = await records.find(run)
      return { isEnded: record?.ended.includes(query.instance) ?? true }
    },
    listRunOutput: async ({ run }) => ({ files: await outputs.list(run) }),
    getRunOutput: (call) =>
      unlessGone(call, async () => {
        await sendContent(call, { ...(await outputs.content(call.run, call.query.path)), mediaType })
      }),
    sendRunOutput: async ({ run, query, request }) => {
      const length = request.headers['content-length']
      return { size: await outputs.send(run, query, request.raw, length === undefined ? undefined : Number(length)) }
    },
    async deleteRunOutput({ run, query }) {
      await outputs.remove(run, query.path)
      return {}
    },
    async completeRunOutput({ run, body }) {
      await complete(run, body.instance)
      return {}
    },
  }
}
