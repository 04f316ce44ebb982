import type { Label, labelInput } from '@vermilion/contract/dataset-labels'
import { fail } from '@vermilion/contract/kernel/errors'
import { labelColour } from '@vermilion/contract/labels/colours'
import type { z } from 'zod'
import { newId } from '#platform/ids'
import type { DatasetStore } from './dataset-store.ts'

export type LabelInput = z.output<typeof labelInput>

/** New labels, with indices from `first` on and a colour each. Names must differ; `fields` says which does not. */
export function newLabels(inputs: readonly LabelInput[], first = 0): Label[] {
  return inputs.map((input, offset) => ({
    id: newId(),
    index: first + offset,
    name: input.name,
    colour: input.colour ?? labelColour(first + offset),
  }))
}

/** Refuses a list in which two labels have the same name. */
export function requireDistinctNames(inputs: readonly LabelInput[]): void {
  const seen = new Set<string>()
  for (const [position, { name }] of inputs.entries()) {
    if (seen.has(name))
      throw fail('request.invalid', {
        detail: `labels.${position}.name: ${name} occurs twice`,
        fields: { [`labels.${position}.name`]: name },
      })
    seen.add(name)
  }
}

/**
 * Makes a dataset's labels those of the list: entries with an id are renamed and recoloured in place, the others are
 * added behind, labels that are not in the list are deleted. An index is never given twice, so that exports made
 * before a deletion stay readable. Belongs inside a transaction.
 */
export async function replaceLabels(
  store: DatasetStore,
  datasetId: string,
  inputs: readonly LabelInput[],
): Promise<void> {
  requireDistinctNames(inputs)
  const rows = await store.labelRows(datasetId)
  const known = new Map(rows.map((row) => [row.id, row]))
  const stranger = inputs.find(({ id }) => id !== undefined && !known.has(id))
  if (stranger !== undefined) throw fail('dataset.label-not-found', { id: stranger.id })
  const kept = new Set(inputs.map(({ id }) => id))
  for (const row of rows) {
    if (kept.has(row.id)) continue
    if (row.annotationCount > 0) throw fail('dataset.label-in-use', { name: row.name, count: row.annotationCount })
    await store.deleteLabel(row.id)
  }
  const changed = inputs.filter((input) => input.id !== undefined && known.get(input.id)?.name !== input.name)
  // Two labels may swap names: each first takes a name that nobody can type, so that the unique index holds throughout.
  for (const { id } of changed) await store.updateLabel(id ?? '', { name: `\u0000${id}` })
  for (const { id, name, colour } of inputs)
    if (id !== undefined) await store.updateLabel(id, { name, ...(colour === undefined ? {} : { colour }) })
  const first = Math.max(-1, ...rows.map(({ index }) => index)) + 1
  await store.insertLabels(
    datasetId,
    newLabels(
      inputs.filter(({ id }) => id === undefined),
      first,
    ),
  )
}
