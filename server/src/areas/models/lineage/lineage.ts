import { isLora, type Model } from '@vermilion/contract/models'
import { type LineageEntry, type ModelLineage, maxLineageEntries } from '@vermilion/contract/models/lineage'
import { z } from 'zod'
import type { Datasets } from '#areas/datasets'
import type { Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { InferenceOrderStore } from '../inference/order-store.ts'
import type { ConversionStore } from '../convert/conversion-store.ts'
import type { EvaluationStore } from '../evaluation/evaluation-store.ts'
import type { ModelStore } from '../store.ts'
import { lineageEntryOf } from './entry.ts'
import { createInferenceEntries } from './inference-entry.ts'

interface LineageNeeds {
  store: Pick<ModelStore, 'find' | 'sourceTask'>
  tasks: Tasks
  datasets: Datasets
  orders: Pick<InferenceOrderStore, 'ofModel'>
  evaluations: Pick<EvaluationStore, 'find'>
  conversions: ConversionStore
}

export type LineageSource = (model: Model) => Promise<LineageEntry[]>

const contentOrder = z.object({ version: z.string() })

type ReadData = Pick<Awaited<ReturnType<Tasks['row']>>, 'dataKind' | 'dataId'>

function dataOf(
  { datasetId, datasetName: name }: Pick<Model, 'datasetId' | 'datasetName'>,
  existingId: string | null,
  task: ReadData | undefined,
): LineageEntry[] {
  if (name === '') return []
  if (datasetId !== null) return [lineageEntryOf('data', { kind: 'dataset', id: existingId, name })]
  const about = task?.dataKind === 'space' ? ({ kind: 'space', id: task.dataId } as const) : nameAlone
  return [lineageEntryOf('data', { ...about, name })]
}
const nameAlone = { kind: 'none', id: null } as const

export type Lineage = ReturnType<typeof createLineage>

export function createLineage(needs: LineageNeeds) {
  const { store, tasks, datasets, orders, evaluations, conversions } = needs
  const sources: LineageSource[] = []

  const taskOf = (taskId: string) => tasks.row(taskId).catch(() => undefined)
  const versionOf = async (datasetId: string, checksum: string) =>
    (await datasets.versions.byContent(datasetId, [checksum])).get(checksum)

  async function readVersion(taskId: string, datasetId: string): Promise<LineageEntry[]> {
    const task = await taskOf(taskId)
    const order = contentOrder.safeParse(task && readJson(task.dataOrder).reference).data
    const version = order && (await versionOf(datasetId, order.version))
    if (version === undefined) return []
    const entry = lineageEntryOf('version', {
      kind: 'dataset',
      id: datasetId,
      name: version.name,
      at: version.createdAt,
    })
    return [{ ...entry, detail: String(version.number) }]
  }

  async function convertedFrom(modelId: string): Promise<LineageEntry[]> {
    const row = await conversions.of(modelId)
    if (row === undefined) return []
    const source = await store.find(row.sourceId)
    const about = { kind: 'model', id: source?.id ?? null, name: row.sourceName, at: row.createdAt } as const
    return [{ ...lineageEntryOf('source', about), detail: row.kind }]
  }

  async function from(model: Model): Promise<LineageEntry[]> {
    const { datasetId, taskName } = model
    const taskId = model.taskId ?? (await store.sourceTask(model.id))
    const dataset = datasetId === null ? undefined : await datasets.service.require(datasetId).catch(() => undefined)
    const task = taskId === null ? undefined : await taskOf(taskId)
    const version = task !== undefined && dataset !== undefined ? await readVersion(task.id, dataset.id) : []
    const source = await convertedFrom(model.id)
    // A converted model only has its training's name: its source leads there. All others had a task.
    const isTrained = taskName !== '' && source.length === 0
    const training = { kind: 'task', id: task?.id ?? null, name: taskName, at: task?.createdAt ?? null } as const
    return [
      ...dataOf(model, dataset?.id ?? null, task),
      ...version,
      ...(isTrained ? [lineageEntryOf('training', training)] : []),
      ...(isLora(model) ? [lineageEntryOf('base', { kind: 'none', id: null, name: model.lora.family })] : []),
      ...source,
    ]
  }

  const inferenceEntry = createInferenceEntries({ tasks, datasets, evaluations })

  async function to(model: Model): Promise<LineageEntry[]> {
    const inferences = await orders.ofModel(model.id, maxLineageEntries)
    const converted = await conversions.from(model.id, maxLineageEntries)
    const entries = await Promise.all(
      converted.map(async ({ modelId, kind, createdAt }): Promise<LineageEntry> => {
        const result = modelId === null ? undefined : await store.find(modelId)
        const name = result === undefined ? model.name : `${result.name} v${result.version}`
        const about = { kind: 'model', id: result?.id ?? null, name, at: createdAt } as const
        return { ...lineageEntryOf('conversion', about), detail: kind }
      }),
    )
    const others = await Promise.all(sources.map((source) => source(model)))
    return [...(await Promise.all(inferences.map(inferenceEntry))).flat(), ...entries, ...others.flat()]
  }

  return {
    add: (source: LineageSource) => void sources.push(source),
    of: async (model: Model): Promise<ModelLineage> => ({ from: await from(model), to: await to(model) }),
  }
}
