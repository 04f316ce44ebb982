import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import { endpointAreas } from '@vermilion/contract/endpoints'
import type { RunProgress } from '@vermilion/contract/tasks/run-data'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Http } from '#platform/http/http'
import type { Mount } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'
import { createInputs } from './inputs.ts'
import { createOutputs } from './outputs.ts'
import { programText } from './program-text.ts'
import { createReading } from './reading.ts'
import { runDataRoutes } from './routes.ts'
import { createRunRecords } from './run-records.ts'

interface FetchedDataNeeds {
  /** The folder in which executors keep their runs. */
  readonly tasksFolder: string
  /** The path prefix that a proxy serves the product under, or empty. */
  readonly basePath: string
  readonly outputBytes?: number | undefined
  readonly blobs?: Pick<BlobStore, 'direct'>
}

export type FetchedData = ReturnType<typeof createFetchedData>
export type PreparedData = Awaited<ReturnType<FetchedData['prepare']>>

/** Data and results of runs on machines that share no disk with this one. */
export function createFetchedData({ tasksFolder, basePath, outputBytes, blobs = {} }: FetchedDataNeeds) {
  const records = createRunRecords(tasksFolder)
  const reading = createReading()
  const inputs = createInputs({ records, reading, blobs })
  const outputs = createOutputs({ records, reading, outputBytes })
  const progress = new Map<RunHandle, Readonly<Record<string, RunProgress>>>()

  return {
    /**
     * Lists and checks what the run reads. The manifest of an interrupted start is kept, and its token stays valid. Mounts are
     * fetched in their order, without the one writable mount, which takes the results. `path` is to be appended to the address at
     * which the run reaches this server. `token` opens the data of this run and nothing else, until the run is forgotten.
     */
    async prepare(handle: RunHandle, mounts: readonly Mount[], signal?: AbortSignal) {
      const read = mounts.filter(({ readOnly }) => readOnly)
      const [output, ...others] = mounts.filter(({ readOnly }) => !readOnly)
      if (others.length > 0) throw new Error('a run whose results are fetched writes one folder')
      await inputs.prepare(handle, read, signal)
      const sources = read.map(({ source }) => source)
      const token = await records.open(handle, { sources, output: output?.source ?? null })
      return { path: `${basePath}${apiPath}/run-data`, token, program: programText() }
    },

    /** Of all instances together, as they tell; null before they have. */
    progressOf(handle: RunHandle): RunProgress | null {
      const reported = Object.values(progress.get(handle) ?? {})
      if (reported.length === 0) return null
      const sum = (of: keyof RunProgress) => reported.reduce((all, one) => all + one[of], 0)
      return { done: sum('done'), total: sum('total') }
    },

    /** Tells the sender of an instance, such as `worker-0`, that its command has ended. */
    end: (handle: RunHandle, instance: string) => records.mark(handle, 'ended', instance),

    /** True when all results of an instance have arrived. */
    hasSent: async (handle: RunHandle, instance: string): Promise<boolean> =>
      (await records.find(handle))?.complete.includes(instance) ?? false,

    /** Ends the token. Results stay. */
    async forget(handle: RunHandle): Promise<void> {
      progress.delete(handle)
      outputs.forget(handle)
      await records.forget(handle)
    },

    close: reading.close,

    runOf: records.runOf,

    mount: (http: Pick<Http, 'mount'>) =>
      http.mount(endpointAreas.runData, runDataRoutes({ records, inputs, outputs, progress })),
  }
}
