import type { TaskData } from '@vermilion/contract/tasks/creation'
import type { Task } from '@vermilion/contract/tasks'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ImageDefinition } from '../images/images.ts'

export interface DataSource {
  /** The folder exists. A repeat after a crash finds the files of the first call. An error becomes the task's failure reason. */
  materialize(reference: unknown, folder: string, signal: AbortSignal): Promise<Materialized | void>
}

export interface Materialized {
  checksum?: string
  imageCount?: number
  /** A read-only folder to use in place of a copy. */
  folder?: string
}

/** Names a data source and its reference; stored with the task, so it must stay readable as JSON. */
export interface DataOrder {
  by: string
  reference: unknown
}

export interface OrderedData {
  dataSource: Task['dataSource']
  prepare: DataOrder
  checksum?: string
  /** Called in the transaction that adds the task. */
  keep?(): Promise<void>
}

type Kind = TaskData['kind']
/** Fails when a task of this image may not read the data. May be slow: call outside transactions. */
export type ResolveData<K extends Kind = Kind> = (
  data: Extract<TaskData, { kind: K }>,
  image: ImageDefinition & { name: string },
) => Promise<OrderedData>

export type FindCovers = (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>

export interface DataSources {
  /** Later areas register while they are built, before any task runs. */
  register(name: string, source: DataSource): void
  offer<K extends Kind>(kind: K, resolve: ResolveData<K>): void
  cover(kind: Kind, find: FindCovers): void
  resolve: ResolveData
  coversOf(sources: readonly Task['dataSource'][]): Promise<(source: Task['dataSource']) => string[]>
  materialize(order: DataOrder, folder: string, signal: AbortSignal): Promise<Materialized>
}

export function createDataSources(input: Readonly<Record<string, DataSource>> = {}): DataSources {
  const sources = new Map(Object.entries(input))
  const offers = new Map<Kind, unknown>()
  const covering = new Map<string, FindCovers>()
  return {
    register(name, source) {
      if (sources.has(name)) throw new Error(`there are two data sources named ${name}`)
      sources.set(name, source)
    },
    offer: (kind, resolve) => void offers.set(kind, resolve),
    cover: (kind, find) => void covering.set(kind, find),
    async coversOf(sources) {
      const byKind = Map.groupBy(sources, ({ kind }) => kind)
      const covers = new Map<string, ReadonlyMap<string, readonly string[]>>()
      for (const [kind, all] of byKind) {
        const covered = await covering.get(kind)?.([...new Set(all.map(({ id }) => id))])
        if (covered !== undefined) covers.set(kind, covered)
      }
      return ({ kind, id }) => [...(covers.get(kind)?.get(id) ?? [])]
    },
    async resolve(data, image) {
      const resolveKind = offers.get(data.kind) as ResolveData | undefined
      if (resolveKind === undefined) throw fail('request.invalid', { detail: `there is no data of the kind ${data.kind}` })
      return resolveKind(data, image)
    },
    async materialize({ by, reference }, folder, signal) {
      const source = sources.get(by)
      if (!source) throw new Error(`there is no data source named ${by}`)
      return (await source.materialize(reference, folder, signal)) ?? {}
    },
  }
}
