import { honestPartOf, learnedImages } from '@vermilion/contract/models/training-parts'
import { measuresOf } from '@vermilion/contract/predictions'
import type { LineageEntry } from '@vermilion/contract/models/lineage'
import type { Datasets } from '#areas/datasets'
import type { Tasks } from '#areas/tasks'
import { readJson } from '#platform/database/columns'
import type { InferenceOrderRow } from '../inference/order-store.ts'
import type { EvaluationStore } from '../evaluation/evaluation-store.ts'
import { inferenceReference } from '../inference/inference-data.ts'
import { lineageEntryOf } from './entry.ts'

interface EntryNeeds {
  tasks: Tasks
  datasets: Datasets
  evaluations: Pick<EvaluationStore, 'find'>
}

export function createInferenceEntries({ tasks, datasets, evaluations }: EntryNeeds) {
  async function measuredBy(
    row: InferenceOrderRow,
    { datasetId, versionNumber }: { datasetId: string | null; versionNumber: number | null },
  ): Promise<LineageEntry['measured']> {
    const content = (await evaluations.find(row.taskId))?.content ?? null
    if (content === null) return null
    const all = readJson(content)
    const { labelType, measured: labeled, confidence, parts } = all
    const part = honestPartOf(parts)
    const { figures, measured: images } = part ?? all
    const names = measuresOf[labelType]
    const figure = names.find((name) => (figures[name] ?? null) !== null) ?? names[0]
    const version =
      datasetId === null ? undefined : (await datasets.versions.byContent(datasetId, [row.version])).get(row.version)
    return {
      figure,
      value: figures[figure] ?? null,
      images,
      part: part?.part ?? null,
      labeled,
      learned: learnedImages(parts),
      confidence,
      datasetId,
      versionId: version?.id ?? null,
      versionNumber: version?.number ?? versionNumber,
    }
  }

  return async (row: InferenceOrderRow): Promise<LineageEntry[]> => {
    const task = await tasks.row(row.taskId).catch(() => undefined)
    if (task === undefined) return []
    const dataset =
      task.dataKind === 'dataset' ? await datasets.service.require(task.dataId).catch(() => undefined) : undefined
    const { versionNumber } = inferenceReference.parse(readJson(task.dataOrder).reference)
    // Figures in tiles are no figures of the model: it is compared by images read at once.
    const measured =
      row.tiles !== null ? null : await measuredBy(row, { datasetId: dataset?.id ?? null, versionNumber })
    const relation = measured !== null && measured.images > 0 ? 'evaluation' : 'inference'
    const about = { kind: 'task', id: task.id, name: task.name, at: task.createdAt } as const
    return [{ ...lineageEntryOf(relation, about), detail: task.dataName, measured }]
  }
}
