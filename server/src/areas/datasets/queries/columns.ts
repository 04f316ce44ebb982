import { itemStatuses } from '@vermilion/contract/datasets/items'
import { splits } from '@vermilion/contract/datasets/kinds'
import type { FoundItem } from '../catalogue/tables.ts'
import type { Section, SectionReader } from './sections.ts'
import { createTextColumn, type TextColumn, textColumnFrom } from './text-column.ts'

/** The columns of an image that lists filter and sort by. */
export const factNames = [
  'number',
  'status',
  'split',
  'annotationCount',
  'annotator',
  'assignee',
  'assignedReviewer',
  'annotatedAt',
  'available',
  'duplicated',
  'findings',
  'tags',
  'labels',
  'cells',
  'score',
  'lineage',
] as const satisfies readonly (keyof FoundItem)[]

export type Facts = Pick<FoundItem, (typeof factNames)[number]>

export type Columns = ReturnType<typeof columnsOf>

/** Bit offsets of an image's small fields in one word: status, split, available, duplicated, findings, aspects. */
const at = { split: 2, available: 4, duplicated: 5, findings: 8, aspects: 16 } as const

const textColumnNames = ['labels', 'tags', 'annotator', 'assignee', 'assignedReviewer'] as const

type TextColumns = Record<(typeof textColumnNames)[number], TextColumn>

interface Arrays {
  small: Uint32Array<ArrayBuffer>
  counts: Uint32Array<ArrayBuffer>
  times: Float64Array<ArrayBuffer>
  /** Two words each for sizes and positions. */
  cells: Uint32Array<ArrayBuffer>
  scores: Float64Array<ArrayBuffer>
  lineages: Uint32Array<ArrayBuffer>
}

const emptyArrays = (length: number): Arrays => ({
  small: new Uint32Array(length),
  counts: new Uint32Array(length),
  times: new Float64Array(length),
  cells: new Uint32Array(4 * length),
  scores: new Float64Array(length),
  lineages: new Uint32Array(length),
})

export const createColumns = (capacity: number) =>
  columnsOf(
    emptyArrays(capacity + 1),
    Object.fromEntries(textColumnNames.map((name) => [name, createTextColumn(capacity)])) as TextColumns,
  )

/** Images by number, in sixty bytes each. */
function columnsOf(arrays: Arrays, textColumns: TextColumns) {
  let { small, counts, times, cells, scores, lineages } = arrays

  function grow(number: number): void {
    if (number < small.length) return
    const wide = emptyArrays(Math.ceil(number * 1.5) + 1)
    wide.small.set(small)
    wide.counts.set(counts)
    wide.times.set(times)
    wide.cells.set(cells)
    wide.scores.set(scores)
    wide.lineages.set(lineages)
    ;({ small, counts, times, cells, scores, lineages } = wide)
  }

  const smallOf = (number: number, from: number, mask: number) => ((small[number] ?? 0) >>> from) & mask
  const hasCell = (number: number, first: number, cell: number) =>
    (((cells[4 * number + first + (cell >>> 5)] ?? 0) >>> (cell & 31)) & 1) === 1

  return {
    set(facts: Facts): void {
      const { number } = facts
      grow(number)
      small[number] =
        itemStatuses.indexOf(facts.status) |
        (splits.indexOf(facts.split) << at.split) |
        (facts.available << at.available) |
        (facts.duplicated << at.duplicated) |
        (facts.findings << at.findings) |
        (wordOf(facts.cells, 32, 2) << at.aspects)
      counts[number] = facts.annotationCount
      times[number] = facts.annotatedAt === null ? 0 : Date.parse(facts.annotatedAt)
      for (let index = 0; index < 4; index += 1) cells[4 * number + index] = wordOf(facts.cells, index * 8, 8)
      scores[number] = facts.score
      lineages[number] = facts.lineage
      for (const name of ['annotator', 'assignee', 'assignedReviewer'] as const)
        textColumns[name].set(number, facts[name] ?? '')
      textColumns.labels.set(number, facts.labels)
      textColumns.tags.set(number, facts.tags)
    },
    status: (number: number) => smallOf(number, 0, 3),
    split: (number: number) => smallOf(number, at.split, 3),
    findings: (number: number) => smallOf(number, at.findings, 255),
    isAvailable: (number: number) => smallOf(number, at.available, 1) === 1,
    isDuplicated: (number: number) => smallOf(number, at.duplicated, 1) === 1,
    labelCount: (number: number) => counts[number] ?? 0,
    /** Milliseconds; 0 for an unlabeled image. */
    annotatedAt: (number: number) => times[number] ?? 0,
    /** -1 without a score. */
    score: (number: number) => scores[number] ?? -1,
    /** 0 for an image that was not generated. */
    lineage: (number: number) => lineages[number] ?? 0,
    inSize: (number: number, cell: number) => hasCell(number, 0, cell),
    inPosition: (number: number, cell: number) => hasCell(number, 2, cell),
    inAspect: (number: number, range: number) => (smallOf(number, at.aspects, 255) >>> range) % 2 === 1,
    textColumns,

    /** A snapshot for `columnsFrom`; consume it without changes in between. */
    *keep(): Generator<Section> {
      for (const array of [small, counts, times, cells, scores, lineages]) yield array.slice()
      for (const { column, texts } of textColumnNames.map((name) => textColumns[name].keep())) {
        yield column
        yield texts
      }
    },
  }
}

export async function columnsFrom(sections: SectionReader): Promise<Columns> {
  const integers = async () => new Uint32Array(await sections.bytes())
  const numbers = async () => new Float64Array(await sections.bytes())
  const [small, counts, times, cells] = [await integers(), await integers(), await numbers(), await integers()]
  const [scores, lineages] = [await numbers(), await integers()]
  const textColumns: Partial<TextColumns> = {}
  for (const name of textColumnNames) textColumns[name] = await textColumnFrom(await integers(), await sections.texts())
  return columnsOf({ small, counts, times, cells, scores, lineages }, textColumns as TextColumns)
}

/** Bits of hexadecimal digits, the first digit lowest. See `cellsText`. */
function wordOf(digits: string, from: number, length: number): number {
  let word = 0
  if (digits === '') return word
  for (let index = length - 1; index >= 0; index -= 1) {
    const code = digits.charCodeAt(from + index)
    word = word * 16 + (code < 58 ? code - 48 : code - 87)
  }
  return word
}
