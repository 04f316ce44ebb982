import type { TaskData } from '@vermilion/contract/tasks/creation'
import type { Task } from '@vermilion/contract/tasks'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ImageDefinition } from '../images/images.ts'

export interface DataSource {
  /** The folder exists. A repeat after a crash finds the files of the first call. An error becomes the task's failure reason. */
  materialize(reference: unknown, folder: string, signal: AbortSignal): Promise<Materialized | void>
}

interface Materialized {
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
type ResolveData<K extends Kind = Kind> = (
  data: Extract<TaskData, { kind: K }>,
  image: ImageDefinition & { name: string },
) => Promise<OrderedData>

type FindCovers = (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>

export type DataSources = ReturnType<typeof createDataSources>

export function createDataSources(input: Readonly<Record<string, DataSource>> = {}) {
  const sources = new Map(Object.entries(input))
  const offers = new Map<Kind, unknown>()
  const covering = new Map<string, FindCovers>()
  return {
    /** Later areas register while they are built, before any task runs. */
    register(name: string, source: DataSource): void {
      if (sources.has(name)) throw new Error(`there are two data sources named ${name}`)
      sources.set(name, source)
    },
    offer: <K extends Kind>(kind: K, resolve: ResolveData<K>) => void offers.set(kind, resolve),
    cover: (kind: Kind, find: FindCovers) => void covering.set(kind, find),
    async coversOf(sources: readonly Task['dataSource'][]) {
      const byKind = Map.groupBy(sources, ({ kind }) => kind)
      const covers = new Map<string, ReadonlyMap<string, readonly string[]>>()
      for (const [kind, all] of byKind) {
        const covered = await covering.get(kind)?.([...new Set(all.map(({ id }) => id))])
        if (covered !== undefined) covers.set(kind, covered)
      }
      return ({ kind, id }: Task['dataSource']): string[] => [...(covers.get(kind)?.get(id) ?? [])]
    },
    async resolve(...[data, image]: Parameters<ResolveData>): Promise<OrderedData> {
      const resolveKind = offers.get(data.kind) as ResolveData | undefined
      if (resolveKind === undefined) throw fail('request.invalid', { detail: `there is no data of the kind ${data.kind}` })
      return resolveKind(data, image)
    },
    async materialize({ by, reference }: DataOrder, folder: string, signal: AbortSignal): Promise<Materialized> {
      const source = sources.get(by)
      if (!source) throw new Error(`there is no data source named ${by}`)
      return (await source.materialize(reference, folder, signal)) ?? {}
    },
  }
}
