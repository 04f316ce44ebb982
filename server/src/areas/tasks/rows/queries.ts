import type { Page } from '@vermilion/contract/kernel/page'
import type { Language } from '@vermilion/contract/kernel/text'
import type { TaskEstimate } from '@vermilion/contract/tasks/estimates'
import type { ListedTask, Task } from '@vermilion/contract/tasks'
import { readJson } from '#platform/database/columns'
import type { DataOrder, DataSources } from '../data/data-sources.ts'
import { estimate, type EstimateRequest } from '../estimates/estimate.ts'
import type { ImageCatalogue } from '../images/images.ts'
import type { TaskStore } from '../store.ts'
import type { DataOf, ReadersQuery, TaskQuery } from './list-store.ts'
import type { TaskRow } from './task-row.ts'

interface QueriesNeeds {
  store: TaskStore
  images: ImageCatalogue
  presentAll(rows: readonly TaskRow[], language: Language): Promise<Task[]>
  dataSources: Pick<DataSources, 'coversOf'>
}

export function createTaskQueries({ store, images, presentAll, dataSources }: QueriesNeeds) {
  return {
    /** Running tasks with their accelerators; `indexes` is null when the pool only counts them. */
    async holders() {
      return (await store.running()).map(({ id, name, creator, pool, startedAt, createdAt, acceleratorIndexes }) => ({
        taskId: id,
        taskName: name,
        creator,
        poolId: pool,
        since: startedAt ?? createdAt,
        indexes: acceleratorIndexes && readJson(acceleratorIndexes),
      }))
    },
    async page(request: TaskQuery, language: Language): Promise<Page<ListedTask>> {
      const page = await store.page(request)
      const tasks = await presentAll(page.items, language)
      const coversOf = await dataSources.coversOf(tasks.map(({ dataSource }) => dataSource))
      return { ...page, items: tasks.map((task) => ({ ...task, covers: coversOf(task.dataSource) })) }
    },
    async readers(source: DataOf, request: ReadersQuery, language: Language) {
      const page = await store.readers(source, request)
      const tasks = await presentAll(page.items, language)
      const items = page.items.flatMap((item, index) => {
        const task = tasks[index]
        return task === undefined ? [] : [{ task, order: orderOf(item, source) }]
      })
      return { ...page, items }
    },
    async estimate({ choices, ...request }: EstimateRequest): Promise<TaskEstimate> {
      const parameters = Object.entries(images[request.image]?.parameters ?? {})
      // Stored parameters include defaults.
      const usual = Object.fromEntries(parameters.map(([name, parameter]) => [name, parameter.default]))
      const complete = choices.map((choice) => ({ ...usual, ...choice }))
      return estimate(await store.succeeded(request.image, request.pool), { ...request, choices: complete })
    },
    async ordersOf(taskIds: readonly string[]): Promise<Map<string, DataOrder>> {
      const rows = taskIds.length === 0 ? [] : await store.byIds(taskIds)
      return new Map(rows.map(({ id, dataOrder }) => [id, readJson(dataOrder)]))
    },
    async *orders(source?: DataOf): AsyncGenerator<{ name: string; order: DataOrder }> {
      for await (const { name, mounts } of store.orders(source))
        for (const order of readJson(mounts)) yield { name, order }
    },
  }
}

function orderOf({ mounts, dataOrder }: TaskRow, { kind, id }: DataOf): DataOrder {
  return readJson(mounts).find((mount) => mount.kind === kind && mount.id === id) ?? readJson(dataOrder)
}
