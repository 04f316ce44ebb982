import type { TaskData } from '@vermilion/contract/tasks/creation'
import type { Task } from '@vermilion/contract/tasks'
import { fail } from '@vermilion/contract/kernel/errors'
import type { ImageDefinition } from '../images/images.ts'

/** How an area puts the data of its tasks into place. */
export interface DataSource {
  /**
   * Puts what the reference names into the folder, which exists. May be called again after a crash and then finds
   * what the first call left; ends early when the signal aborts. What it throws is shown as the reason of the failure.
   */
  materialize(reference: unknown, folder: string, signal: AbortSignal): Promise<Materialized | void>
}

export interface Materialized {
  /** SHA-256 of what was put into place. */
  checksum?: string
  /** How many images are in it, where it was counted. */
  imageCount?: number
  /** Where it lies instead, when it is not copied: nobody may write to it. */
  folder?: string
}

/** Names a data source and what it is to put into place; kept with the task, so it must be JSON and stay readable. */
export interface DataOrder {
  by: string
  reference: unknown
}

/** What somebody who makes a task is told of the data that it is to read. */
export interface OrderedData {
  dataSource: Task['dataSource']
  prepare: DataOrder
  checksum?: string
  /** Called in the transaction that adds the task. */
  keep?(): Promise<void>
}

type Kind = TaskData['kind']
/** Fails where the data may not be read by a task of this image. Stands outside transactions and may be slow. */
export type TakeOrder<K extends Kind = Kind> = (
  data: Extract<TaskData, { kind: K }>,
  image: ImageDefinition & { name: string },
) => Promise<OrderedData>

/** Pictures of what is in data of one kind, by its ids: a few of each, in one look. */
export type FindCovers = (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>

export interface DataSources {
  /** Later areas register theirs when they are built, before any task runs. */
  register(name: string, source: DataSource): void
  /** The same for what a kind of data that a task may be made on is to become. */
  offer<K extends Kind>(kind: K, take: TakeOrder<K>): void
  /** The same for what stands for data of a kind in a list. */
  cover(kind: Kind, find: FindCovers): void
  take: TakeOrder
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
    offer: (kind, take) => void offers.set(kind, take),
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
    async take(data, image) {
      const take = offers.get(data.kind) as TakeOrder | undefined
      if (take === undefined) throw fail('request.invalid', { detail: `there is no data of the kind ${data.kind}` })
      return take(data, image)
    },
    async materialize({ by, reference }, folder, signal) {
      const source = sources.get(by)
      if (!source) throw new Error(`there is no data source named ${by}`)
      return (await source.materialize(reference, folder, signal)) ?? {}
    },
  }
}
