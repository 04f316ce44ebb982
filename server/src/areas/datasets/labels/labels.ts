import {
  type Label,
  type labelEnd,
  type labelInput,
  labelKinds,
  maxLabels,
  type labelsChange,
  type LabelType,
} from '@vermilion/contract/labels/dataset-labels'
import type { LabelKind } from '@vermilion/contract/labels/index'
import { fail } from '@vermilion/contract/kernel/errors'
import { labelColour } from '@vermilion/contract/labels/colours'
import type { z } from 'zod'
import { writeJson } from '#platform/database/columns'
import { newId } from '#platform/ids'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { LabelRow } from '../catalogue/tables.ts'

export type LabelInput = z.output<typeof labelInput>
export type LabelsChange = z.output<typeof labelsChange>
type AttributeInput = NonNullable<LabelInput['attributes']>[number]

/** Removed labels with the label that takes their shapes, or null to delete them. */
export type LabelEnds = ReadonlyMap<string, string | null>

export function newLabels(inputs: readonly LabelInput[], first = 0): Label[] {
  return inputs.map(({ name, colour, shortcut, attributes }, offset) => ({
    id: newId(),
    index: first + offset,
    name,
    colour: colour ?? labelColour(first + offset),
    shortcut: shortcut ?? null,
    attributes: withIds(attributes ?? []),
    leaving: false,
  }))
}

export function requireWholeImageLabels(labelType: LabelType): void {
  const kinds: readonly LabelKind[] = labelKinds[labelType]
  if (!kinds.includes('class')) throw fail('dataset.label-kind')
}

export function requireDistinct(inputs: readonly { name: string; shortcut?: string | null | undefined }[]): void {
  const named = inputs.map(({ name }) => ({ field: 'name', value: name }))
  const selected = inputs.map(({ shortcut = null }) => ({ field: 'shortcut', value: shortcut }))
  for (const list of [named, selected]) {
    const visited = new Set<string>()
    for (const [position, { field, value }] of list.entries()) {
      if (value === null) continue
      const path = `labels.${position}.${field}`
      if (visited.has(value))
        throw fail('request.invalid', { detail: `${path}: ${value} occurs twice`, fields: { [path]: value } })
      visited.add(value)
    }
  }
}

function withIds(attributes: readonly AttributeInput[]): Label['attributes'] {
  const visited = new Set<string>()
  for (const { name } of attributes) {
    if (visited.has(name)) throw fail('request.invalid', { detail: `attributes: ${name} occurs twice` })
    visited.add(name)
  }
  return attributes.map(({ id = newId(), ...attribute }) => ({ id, ...attribute }))
}

export function labelsThatGo(rows: readonly LabelRow[], { labels, deleted }: LabelsChange) {
  const existingIds = new Set(rows.map(({ id }) => id))
  const retainedIds = new Set(labels.flatMap(({ id }) => id ?? []))
  const stranger = [...retainedIds].find((id) => !existingIds.has(id))
  if (stranger !== undefined) throw fail('dataset.label-not-found', { id: stranger })
  const removed = rows.filter(({ id, leavesTo }) => !retainedIds.has(id) && leavesTo === null)
  const takers = new Set(rows.flatMap(({ leavesTo }) => leavesTo ?? []))
  if (removed.some(({ id }) => takers.has(id))) throw fail('dataset.labels-changing')
  const stays = new Set(rows.filter(({ id, leavesTo }) => retainedIds.has(id) && leavesTo === null).map(({ id }) => id))
  const used = removed.filter(({ annotationCount }) => annotationCount > 0)
  const ends = new Map(used.map((row) => [row.id, endOf(row, deleted[row.id], stays)]))
  return { unused: removed.filter(({ annotationCount }) => annotationCount === 0), ends }
}

function endOf(row: LabelRow, end: z.output<typeof labelEnd> | undefined, stays: ReadonlySet<string>) {
  if (end === undefined) throw fail('dataset.label-in-use', { name: row.name, count: row.annotationCount })
  if (end === 'delete') return null
  if (!stays.has(end.move)) throw fail('dataset.label-not-found', { id: end.move })
  return end.move
}

/**
 * Entries with an id are updated, others added. An index is never reused, so that earlier exports stay readable. Inside a
 * transaction.
 */
export async function writeLabels(
  store: DatasetStore,
  datasetId: string,
  previous: readonly LabelRow[],
  inputs: readonly LabelInput[],
): Promise<void> {
  const rows = await store.labelRows(datasetId)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const departing = rows.filter(({ id, leavesTo }) => leavesTo !== null && !inputs.some((input) => input.id === id))
  const normalized = inputs.map(({ id, name, shortcut }) => ({
    name,
    shortcut: shortcut === undefined ? (rowsById.get(id ?? '')?.shortcut ?? null) : shortcut,
  }))
  requireDistinct([...normalized, ...departing.map(({ name }) => ({ name }))])
  // Two labels may swap names: each first gets a name that nobody can type, so that the unique index holds.
  for (const { id, name } of inputs)
    if (id !== undefined && rowsById.get(id)?.name !== name) await store.updateLabel(id, { name: `\u0000${id}` })
  const added = newLabels(
    inputs.filter(({ id }) => id === undefined),
    indexAfter(previous),
  )
  await store.insertLabels(datasetId, added)
  const fresh = added.values()
  for (const [index, { id, name, colour, shortcut, attributes }] of inputs.entries()) {
    if (id === undefined) await store.updateLabel(fresh.next().value?.id ?? '', { place: index })
    else {
      const request = attributes && writeJson(withIds(attributes))
      await store.updateLabel(id, { name, colour, shortcut, place: index, attributes: request })
    }
  }
  for (const { id } of departing) await store.updateLabel(id, { place: inputs.length })
}

/**
 * Returns ids by name; missing labels are added. Inside a transaction. Fails with `dataset.labels-changing` or
 * `dataset.too-many-labels`.
 */
export async function labelsNamed(
  store: Pick<DatasetStore, 'labelRows' | 'insertLabels'>,
  datasetId: string,
  inputs: readonly LabelInput[],
): Promise<Map<string, string>> {
  const rows = await store.labelRows(datasetId)
  const existing = new Map(rows.map((row) => [row.name, row]))
  if (inputs.some(({ name }) => (existing.get(name)?.leavesTo ?? null) !== null)) throw fail('dataset.labels-changing')
  const missing = new Map(inputs.filter(({ name }) => !existing.has(name)).map((input) => [input.name, input]))
  const count = rows.length + missing.size
  if (missing.size > 0 && count > maxLabels) throw fail('dataset.too-many-labels', { count, most: maxLabels })
  const added = newLabels([...missing.values()], indexAfter(rows))
  await store.insertLabels(datasetId, added)
  return new Map([...rows, ...added].map(({ name, id }) => [name, id]))
}

const indexAfter = (rows: readonly LabelRow[]) => Math.max(-1, ...rows.map(({ index }) => index)) + 1
