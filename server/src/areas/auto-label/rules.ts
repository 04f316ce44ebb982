import type { AutoLabelStatus, LabelMapping } from '@vermilion/contract/auto-label'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import type { Suggestion } from '#areas/datasets'
import { statusTable } from '#platform/status'

export const autoLabelStatus = statusTable<AutoLabelStatus>('auto-label run', {
  queuing: ['running', 'success', 'failed', 'stopped'],
  running: ['success', 'failed', 'stopped'],
  success: [],
  failed: [],
  stopped: [],
})

export const hasEnded = (status: AutoLabelStatus) => autoLabelStatus.isEnd(status)

const folded = (name: string) => name.trim().toLowerCase()

export function mappingByName(classes: readonly string[], labels: readonly Label[]): LabelMapping {
  const ids = new Map(labels.toReversed().map(({ id, name }) => [folded(name), id]))
  return Object.fromEntries(classes.map((name) => [name, ids.get(folded(name)) ?? null]))
}

/** Maps by name, overridden by the user's choices. Fails as `dataset.label-not-found` or, when empty, `auto-label.no-mapping`. */
export function mappingOf(
  classes: readonly string[],
  labels: readonly Label[],
  request: LabelMapping = {},
): LabelMapping {
  const ids = new Set(labels.map(({ id }) => id))
  const stranger = Object.values(request).find((id) => id !== null && !ids.has(id))
  if (typeof stranger === 'string') throw fail('dataset.label-not-found', { id: stranger })
  const byName = mappingByName(classes, labels)
  const mapping = Object.fromEntries(
    classes.map((name) => [name, Object.hasOwn(request, name) ? (request[name] ?? null) : (byName[name] ?? null)]),
  )
  if (Object.values(mapping).every((id) => id === null)) throw fail('auto-label.no-mapping')
  return mapping
}

/** Most confident first. */
export function suggestionsOf(
  predictions: readonly ModelPrediction[],
  mapping: LabelMapping,
  threshold: number,
): Suggestion[] {
  return predictions
    .filter(({ score }) => score >= threshold)
    .toSorted((one, other) => other.score - one.score)
    .flatMap((prediction) => {
      const labelId = Object.hasOwn(mapping, prediction.label) ? mapping[prediction.label] : null
      return labelId === null || labelId === undefined ? [] : [{ labelId, prediction }]
    })
}
