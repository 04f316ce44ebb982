import { basePath as apiPath } from '@vermilion/contract/kernel/endpoint'
import { endpointAreas } from '@vermilion/contract/endpoints'
import type { RunProgress } from '@vermilion/contract/tasks/run-data'
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
}

export interface PreparedData {
  /** To be appended to the address at which the run reaches this server. */
  readonly path: string
  /** Opens the data of this run and nothing else, until the run is forgotten. */
  readonly token: string
  readonly totalBytes: number
  /** One file that Node 18 or later runs; see README.md. */
  readonly program: string
}

export type FetchedData = ReturnType<typeof createFetchedData>

/** Data and results of runs on machines that share no disk with this one. */
export function createFetchedData({ tasksFolder, basePath, outputBytes }: FetchedDataNeeds) {
  const records = createRunRecords(tasksFolder)
  const reading = createReading()
  const inputs = createInputs({ records, reading })
  const outputs = createOutputs({ records, reading, outputBytes })
  const progress = new Map<RunHandle, Map<string, RunProgress>>()

  return {
    /**
     * Lists and checks what the run reads. The manifest of an interrupted start is kept, and its token stays valid. Mounts are
     * fetched in their order, without the one writable mount, which takes the results.
     */
    async prepare(handle: RunHandle, mounts: readonly Mount[], signal?: AbortSignal): Promise<PreparedData> {
      const read = mounts.filter(({ readOnly }) => readOnly)
      const [output, ...others] = mounts.filter(({ readOnly }) => !readOnly)
      if (others.length > 0) throw new Error('a run whose results are fetched writes one folder')
      const { size } = await inputs.prepare(handle, read, signal)
      const sources = read.map(({ source }) => source)
      const token = await records.open(handle, { sources, output: output?.source ?? null })
      return { path: `${basePath}${apiPath}/run-data`, token, totalBytes: size, program: programText() }
    },

    /** Of all instances together, as they tell; null before they have. */
    progressOf(handle: RunHandle): RunProgress | null {
      const reported = [...(progress.get(handle)?.values() ?? [])]
      if (reported.length === 0) return null
      const sum = (of: keyof RunProgress) => reported.reduce((all, one) => all + one[of], 0)
      return { done: sum('done'), total: sum('total') }
    },

    /** Tells the sender of an instance, such as `worker-0`, that its command has ended. */
    end: (handle: RunHandle, instance: string) => mark(handle, 'ended', instance),

    /** True when all results of so many instances have arrived. */
    async isComplete(handle: RunHandle, instances = 1): Promise<boolean> {
      return ((await records.find(handle))?.complete.length ?? 0) >= instances
    },

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

    tokens: { runOf: records.runOf },

    mount(http: Pick<Http, 'mount'>): void {
      const routes = runDataRoutes({
        records,
        inputs,
        outputs,
        complete: (handle, instance) => mark(handle, 'complete', instance),
        note(handle, instance, reported) {
          const ofRun = progress.get(handle) ?? new Map<string, RunProgress>()
          progress.set(handle, ofRun.set(instance, reported))
        },
      })
      http.mount(endpointAreas.runData, routes)
    },
  }

  function mark(handle: RunHandle, list: 'ended' | 'complete', instance: string): Promise<void> {
    return records.change(handle, (record) =>
      record === undefined || record[list].includes(instance)
        ? undefined
        : { ...record, [list]: [...record[list], instance] },
    )
  }
}
