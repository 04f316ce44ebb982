import type { Coordinates } from '@vermilion/contract/auto-label/labellers'
import type { Text } from '@vermilion/contract/kernel/text'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import { structuresIn, withoutThoughts } from '#areas/settings'
import { boxesIn, type Corners, type Picture } from './coordinates.ts'

const maxCharacters = 500_000
const maxEntries = 1_000
const maxShown = 120

export interface Reading {
  readonly labelType: LabelType
  readonly classes: readonly string[]
  readonly coordinates: Coordinates
  readonly shownPicture: Picture
  readonly image: Picture
}

export type ReadSuggestions = { readonly predictions: ModelPrediction[] } | { readonly problem: Text }

interface Entry {
  readonly labelIndex: number
  readonly score: number
  readonly corners: Corners | null
}

/**
 * Reads suggestions from the first list in the reply whose entries have labels. Entries with unknown labels or invalid boxes are
 * skipped; a list with no valid entry makes the reply unfit, an empty list does not.
 */
export function readSuggestions(text: string, reading: Reading): ReadSuggestions {
  const reply = withoutThoughts(text.slice(0, maxCharacters)).trim()
  if (reply === '') return { problem: { en: 'the reply is empty', zh: '回复为空' } }
  let problem: Text | undefined
  for (const structure of structuresIn(reply)) {
    const list = listOf(structure)
    if (list === undefined) continue
    const result = readList(list, reading)
    if ('predictions' in result) return result
    problem ??= result.problem
  }
  const excerpt = reply.length > maxShown ? `${reply.slice(0, maxShown)}…` : reply
  return {
    problem: problem ?? { en: `the reply holds no JSON list: ${excerpt}`, zh: `回复中没有 JSON 列表：${excerpt}` },
  }
}

const deepest = 3

/** Returns the structure itself, its first list of entries, or the structure as the only entry. */
function listOf(structure: unknown, depth = 0): readonly unknown[] | undefined {
  if (Array.isArray(structure)) {
    const isNumbers = structure.length > 0 && structure.every((one) => typeof one === 'number')
    return isNumbers ? undefined : structure
  }
  if (typeof structure !== 'object' || structure === null) return undefined
  if (labelNameOf(structure) !== undefined) return [structure]
  const values = Object.values(structure)
  const lists = values.filter((value) => Array.isArray(value))
  const list = lists.find((one) => one.some((entry) => labelNameOf(entry) !== undefined)) ?? lists[0]
  if (list !== undefined || depth === deepest) return list
  return values.map((value) => listOf(value, depth + 1)).find((inner) => inner !== undefined)
}

function readList(list: readonly unknown[], reading: Reading): ReadSuggestions {
  if (list.length === 0) return { predictions: [] }
  if (list.length > maxEntries)
    return {
      problem: {
        en: `the reply lists ${list.length} objects, more than ${maxEntries}`,
        zh: `回复列出了 ${list.length} 个对象，超过 ${maxEntries}`,
      },
    }
  const isClass = reading.labelType === 'picture-classification'
  let problem: Text | undefined
  const entries = list.flatMap((value): Entry[] => {
    const entry = readEntry(value, reading.classes, isClass)
    if (!('problem' in entry)) return [entry]
    problem ??= entry.problem
    return []
  })
  if (entries.length === 0 && problem !== undefined) return { problem }
  const predictions = isClass ? classesOf(entries, reading) : boxesOf(entries, reading)
  if (predictions.length > 0) return { predictions }
  return { problem: { en: 'no box lies in the image', zh: '没有边界框位于图片内' } }
}

function readEntry(value: unknown, classes: readonly string[], isClass: boolean): Entry | { problem: Text } {
  const name = typeof value === 'string' && isClass ? value : labelNameOf(value)
  if (name === undefined)
    return { problem: { en: `an object has no label: ${excerptOf(value)}`, zh: `对象没有类别：${excerptOf(value)}` } }
  const labelIndex = indexOf(name, classes)
  if (labelIndex < 0)
    return {
      problem: { en: `the label “${excerptOf(name)}” is not asked for`, zh: `未要求标注类别“${excerptOf(name)}”` },
    }
  const score = scoreOf(value)
  if (isClass) return { labelIndex, score, corners: null }
  const corners = cornersOf(value as object)
  if (corners === undefined)
    return {
      problem: { en: `a box is not four numbers: ${excerptOf(value)}`, zh: `边界框不是四个数字：${excerptOf(value)}` },
    }
  return { labelIndex, score, corners }
}

function classesOf(entries: readonly Entry[], { classes }: Reading): ModelPrediction[] {
  return entries.map(({ labelIndex, score }) => ({ kind: 'class', label: classes[labelIndex]!, labelIndex, score }))
}

function boxesOf(entries: readonly Entry[], { classes, coordinates, shownPicture, image }: Reading): ModelPrediction[] {
  const corners = entries.map((entry) => entry.corners!)
  const boxes = boxesIn(corners, { coordinates, shownPicture, image })
  return entries.flatMap(({ labelIndex, score }, index): ModelPrediction[] => {
    const box = boxes[index]
    return box === null || box === undefined
      ? []
      : [{ kind: 'box', box, label: classes[labelIndex]!, labelIndex, score }]
  })
}

const labelKeys = ['label', 'name', 'class', 'category', 'label_name', 'class_name']

function labelNameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const key of labelKeys) {
    const name: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    if (typeof name === 'string' && name.trim() !== '') return name
  }
  return undefined
}

/** Matches exactly, or else ignoring case and surrounding spaces. */
function indexOf(name: string, classes: readonly string[]): number {
  const exact = classes.indexOf(name)
  if (exact >= 0) return exact
  const folded = name.trim().toLowerCase()
  return classes.findIndex((one) => one.trim().toLowerCase() === folded)
}

/** A missing score counts as certain. */
function scoreOf(value: unknown): number {
  const input =
    typeof value === 'object' && value !== null
      ? ((value as Record<string, unknown>)['score'] ?? (value as Record<string, unknown>)['confidence'])
      : undefined
  const number = typeof input === 'string' ? Number.parseFloat(input) : input
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return 1
  return number > 1 ? Math.min(1, number / 100) : number
}

type Read = (numbers: readonly number[]) => Corners

const byCorners: Read = ([left, top, right, bottom]) => ({ left: left!, top: top!, right: right!, bottom: bottom! })
const bySize: Read = ([x, y, width, height]) => ({ left: x!, top: y!, right: x! + width!, bottom: y! + height! })
const rowsFirst: Read = ([top, left, bottom, right]) => ({ left: left!, top: top!, right: right!, bottom: bottom! })

/** Keys that models use for boxes. Gemini's `box_2d` has rows before columns. */
const listKeys: Readonly<Record<string, Read>> = {
  box: byCorners,
  bbox_2d: byCorners,
  bbox: byCorners,
  box_2d: rowsFirst,
  bounding_box: byCorners,
  boundingBox: byCorners,
  xyxy: byCorners,
  xywh: bySize,
  coordinates: byCorners,
}
const objectKeys: readonly (readonly [readonly string[], Read])[] = [
  [['x1', 'y1', 'x2', 'y2'], byCorners],
  [['xmin', 'ymin', 'xmax', 'ymax'], byCorners],
  [['left', 'top', 'right', 'bottom'], byCorners],
  [['x', 'y', 'width', 'height'], bySize],
  [['x', 'y', 'w', 'h'], bySize],
]

function cornersOf(value: object): Corners | undefined {
  const entry = value as Record<string, unknown>
  for (const [key, read] of Object.entries(listKeys)) {
    const input = Object.hasOwn(entry, key) ? entry[key] : undefined
    if (input === undefined) continue
    const numbers = numbersOf(input)
    if (numbers !== undefined) return read(numbers)
    if (typeof input === 'object' && input !== null) return cornersByKey(input as Record<string, unknown>)
    return undefined
  }
  return cornersByKey(entry)
}

function cornersByKey(entry: Record<string, unknown>): Corners | undefined {
  for (const [keys, read] of objectKeys) {
    const numbers = numbersOf(keys.map((key) => (Object.hasOwn(entry, key) ? entry[key] : undefined)))
    if (numbers !== undefined) return read(numbers)
  }
  return undefined
}

function numbersOf(value: unknown): number[] | undefined {
  if (!Array.isArray(value)) return undefined
  const all: unknown[] = value.flat().slice(0, 5)
  const numbers = all.map((one) => (typeof one === 'string' && one.trim() !== '' ? Number(one) : one))
  return numbers.length === 4 && numbers.every((one) => typeof one === 'number' && Number.isFinite(one))
    ? (numbers as number[])
    : undefined
}

const excerptOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, maxShown)
