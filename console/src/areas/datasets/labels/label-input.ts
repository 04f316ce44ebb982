import { type labelInput, labelInput as schema, type Label } from '@vermilion/contract/labels/dataset-labels'
import { labelColour } from '@vermilion/contract/labels/colours'
import type { z } from 'zod'

export type LabelInput = z.input<typeof labelInput>
export type AttributeInput = NonNullable<LabelInput['attributes']>[number]

export function nextColour(labels: readonly LabelInput[]): string {
  const used = new Set(labels.map(({ colour }) => colour))
  const free = labels.map((_, index) => labelColour(index)).find((colour) => !used.has(colour))
  return free ?? labelColour(labels.length)
}

export function withTyped(labels: readonly LabelInput[], inputText: string): LabelInput[] {
  const names = inputText.split(/[;；]/).map((name) => name.trim())
  const fresh = names.filter((name) => name !== '' && !labels.some((label) => label.name === name))
  return [...new Set(fresh)].reduce<LabelInput[]>(
    (made, name) => [...made, { name, colour: nextColour(made) }],
    [...labels],
  )
}

const occursTwice = (values: readonly string[]) => new Set(values).size < values.length

export function problemOf(labels: readonly LabelInput[]): 'names' | 'shortcuts' | 'attributes' | null {
  const names = labels.map(({ name }) => name.trim())
  if (names.includes('') || occursTwice(names)) return 'names'
  if (occursTwice(labels.flatMap(({ shortcut }) => shortcut ?? []))) return 'shortcuts'
  const attributes = labels.map((label) => label.attributes ?? [])
  if (attributes.some((list) => occursTwice(list.map(({ name }) => name.trim())))) return 'attributes'
  return labels.every((label) => schema.safeParse(label).success) ? null : 'attributes'
}

export function typedLabels(labels: readonly Label[]): LabelInput[] {
  return labels
    .filter(({ leaving }) => !leaving)
    .map(({ id, name, colour, shortcut, attributes }) => ({ id, name, colour, shortcut, attributes }))
}

export function moved<Thing>(list: readonly Thing[], index: number, by: 1 | -1): Thing[] {
  const [here, there] = [list[index], list[index + by]]
  if (here === undefined || there === undefined) return [...list]
  return list.with(index, there).with(index + by, here)
}
