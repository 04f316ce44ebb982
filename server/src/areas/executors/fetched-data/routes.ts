import type { OutgoingHttpHeaders } from 'node:http'
import type { endpointAreas } from '@vermilion/contract/endpoints'
import type { RunProgress } from '@vermilion/contract/tasks/run-data'
import type { Call, Handlers } from '#platform/http/handler'
import { beginContent, sendContent, unlessGone } from '#platform/http/range'
import type { RunHandle } from '../port/run-status.ts'
import type { createInputs } from './inputs.ts'
import type { createOutputs } from './outputs.ts'
import type { RunRecords } from './run-records.ts'

interface RunDataNeeds {
  readonly records: RunRecords
  readonly inputs: ReturnType<typeof createInputs>
  readonly outputs: ReturnType<typeof createOutputs>
  /** The bytes that each instance of a run has fetched. */
  readonly progress: Map<RunHandle, Readonly<Record<string, RunProgress>>>
}

const mediaType = 'application/octet-stream'

export function runDataRoutes(needs: RunDataNeeds): Handlers<typeof endpointAreas.runData> {
  const { records, inputs, outputs, progress } = needs
  return {
    getRunManifest: ({ run }) => inputs.manifest(run),
    getRunPack: async ({ run, params }) => ({ files: await inputs.files(run, params.packId) }),
    getRunPackContent: (call) =>
      unlessGone(call, async () => {
        const { packId } = call.params
        const { size, read } = await inputs.content(call.run, packId)
        const started = beginContent(call, { size, mediaType, tag: packId })
        if (started !== undefined) await sendParts(call, await read(started.range))
      }),
    reportRunProgress({ run, body: { instance, done, total } }) {
      progress.set(run, { ...progress.get(run), [instance]: { done, total } })
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
      await records.mark(run, 'complete', body.instance)
      return {}
    },
  }
}

/** Waits for each part to be on its way, since its memory is used again. */
async function sendParts({ request, reply }: Pick<Call, 'request' | 'reply'>, parts: AsyncGenerator<Uint8Array>) {
  // What cannot be read is refused in words, where nothing has been sent.
  let part = await parts.next()
  reply.hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  try {
    for (; part.done !== true; part = await parts.next()) {
      const { value } = part
      await new Promise<void>((resolve, reject) =>
        raw.write(value, (problem) => (problem ? reject(problem) : resolve())),
      )
    }
    raw.end()
  } catch (error) {
    if (!raw.destroyed) request.log.warn({ err: error }, 'the data of a run was cut off')
    raw.destroy()
  } finally {
    await parts.return(undefined)
  }
}
