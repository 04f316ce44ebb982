import { setImmediate as breath } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { AutoLabelReport, SuggestionOutcomes } from '@vermilion/contract/auto-label'
import type { Shape } from '@vermilion/contract/labels/index'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import { type Datasets, isLabeled } from '#areas/datasets'
import { readJson } from '#platform/database/columns'
import type { RunImageRow, RunImageStore } from './image-store.ts'
import type { RunRow } from './run-store.ts'

const atOnce = 200

type Outcome = keyof SuggestionOutcomes

const none = (): SuggestionOutcomes => ({ waiting: 0, accepted: 0, changed: 0, rejected: 0, withdrawn: 0 })

export async function reportOf(
  { datasets, images }: { datasets: Datasets; images: RunImageStore },
  { id, datasetId }: RunRow,
): Promise<AutoLabelReport> {
  const { labels } = await datasets.service.require(datasetId)
  const byLabel = new Map<string, SuggestionOutcomes>()
  for (let after = 0; ;) {
    const rows = await images.everSuggested(id, after, atOnce)
    if (rows.length === 0) break
    after = rows.at(-1)!.number
    for (const { labelId, outcome } of await outcomesOf({ datasets, images }, id, rows)) {
      const counts = byLabel.get(labelId) ?? none()
      counts[outcome] += 1
      byLabel.set(labelId, counts)
    }
    await breath()
  }
  const names = new Map(labels.map((label) => [label.id, label.name]))
  const classes = [...byLabel].map(([labelId, counts]) => {
    return { labelId, name: names.get(labelId) ?? '', ...counts, suggested: sumOf(counts) }
  })
  const total = none()
  for (const counts of byLabel.values())
    for (const outcome of Object.keys(total) as Outcome[]) total[outcome] += counts[outcome]
  return {
    ...total,
    suggested: sumOf(total),
    classes: classes.toSorted((one, other) => other.suggested - one.suggested || (one.name < other.name ? -1 : 1)),
  }
}

const sumOf = (counts: SuggestionOutcomes) => Object.values(counts).reduce((sum, count) => sum + count, 0)

async function outcomesOf(
  { datasets, images }: { datasets: Datasets; images: RunImageStore },
  runId: string,
  rows: readonly RunImageRow[],
): Promise<{ labelId: string; outcome: Outcome }[]> {
  const itemIds = rows.map(({ itemId }) => itemId)
  const items = new Map((await datasets.items.byIds(itemIds)).map((item) => [item.id, item]))
  const shapes = await datasets.annotations.shapesOfMany(itemIds)
  const replaced = new Set(
    (await images.replacedOn(runId, itemIds)).flatMap(({ itemId, previous }) =>
      previous === null ? [] : readJson(previous).shapes.map((shape) => `${itemId} ${shape.id}`),
    ),
  )
  return rows.flatMap(({ itemId, put, withdrawn }) => {
    const item = items.get(itemId)
    if (item === undefined || put === null) return []
    const undone = new Set(withdrawn === null ? [] : readJson(withdrawn))
    const now = new Map((shapes.get(itemId) ?? []).map((shape) => [shape.id, shape]))
    return readJson(put).map((suggestion) => {
      const isWithdrawn = undone.has(suggestion.id) || replaced.has(`${itemId} ${suggestion.id}`)
      const outcome = outcomeOf(suggestion, now.get(suggestion.id), { isWithdrawn, isLabeled: isLabeled(item.status) })
      return { labelId: suggestion.labelId, outcome }
    })
  })
}

function outcomeOf(
  suggestion: Shape,
  now: Shape | undefined,
  state: { isWithdrawn: boolean; isLabeled: boolean },
): Outcome {
  if (now === undefined) return state.isWithdrawn ? 'withdrawn' : 'rejected'
  if (!isDeepStrictEqual(contentOf(suggestion), contentOf(now))) return 'changed'
  return isSuggestion(now) && !state.isLabeled ? 'waiting' : 'accepted'
}

function contentOf({ source: _source, origin: _origin, score: _score, attributes: _attributes, ...content }: Shape) {
  return content
}
