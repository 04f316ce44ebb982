import { maxObjectsPerKind, type SceneItem } from '@vermilion/contract/generations/config'
import { CsvError, csvRecordsOf } from '@vermilion/contract/formats/csv/records'
import { blankItem } from './form-values.ts'

export const itemColumns = [
  'scene',
  'floor',
  'dirt',
  'dirtCount',
  'smallAnimal',
  'smallAnimalCount',
  'animal',
  'animalCount',
  'words',
  'weight',
] as const satisfies readonly (keyof SceneItem)[]
export type ItemColumn = (typeof itemColumns)[number]

const limits = {
  dirtCount: { min: 0, max: maxObjectsPerKind, isWhole: true },
  smallAnimalCount: { min: 0, max: maxObjectsPerKind, isWhole: true },
  animalCount: { min: 0, max: maxObjectsPerKind, isWhole: true },
  weight: { min: Number.MIN_VALUE, max: 1_000, isWhole: false },
} as const satisfies Partial<Record<ItemColumn, { min: number; max: number; isWhole: boolean }>>
type NumberColumn = keyof typeof limits

export interface LineProblem {
  line: number
  /** Null for an unclosed quote, after which nothing can be read. */
  column: NumberColumn | null
  value: string
}

export interface ItemsRead {
  items: SceneItem[]
  problems: LineProblem[]
}

interface Naming {
  titlesOf: (column: ItemColumn) => readonly string[]
  wordOf: (column: ItemColumn, word: string) => string
}

const plain = (title: string) => title.toLowerCase().replaceAll(/[\s_-]+/g, '')

export function readItems(content: string, naming: Naming): ItemsRead {
  const items: SceneItem[] = []
  const problems: LineProblem[] = []
  let columns: readonly (ItemColumn | undefined)[] | undefined
  try {
    for (const { fields, line } of csvRecordsOf(content)) {
      const titles: ReturnType<typeof columnsOf> = columns === undefined ? columnsOf(fields, naming) : null
      columns ??= titles ?? itemColumns
      if (titles !== null) continue
      const read = itemOf(fields, columns, naming)
      if ('column' in read) problems.push({ line, ...read })
      else items.push(read)
    }
  } catch (problem) {
    if (!(problem instanceof CsvError)) throw problem
    problems.push({ line: problem.line, column: null, value: '' })
  }
  return { items, problems }
}

/** The columns named by a row; null when it is no header. */
function columnsOf(fields: readonly string[], { titlesOf }: Naming): (ItemColumn | undefined)[] | null {
  const columns = fields.map((field) =>
    itemColumns.find((column) => [column, ...titlesOf(column)].some((title) => plain(title) === plain(field))),
  )
  const named = columns.filter((column) => column !== undefined).length
  return named > 0 && named >= fields.filter((field) => field.trim() !== '').length / 2 ? columns : null
}

function itemOf(
  fields: readonly string[],
  columns: readonly (ItemColumn | undefined)[],
  { wordOf }: Naming,
): SceneItem | Omit<LineProblem, 'line'> {
  const item: Record<string, string | number> = { ...blankItem }
  for (const [index, field] of fields.entries()) {
    const column = columns[index]
    const value = field.trim()
    if (column === undefined || value === '') continue
    if (!isNumberColumn(column)) {
      item[column] = wordOf(column, value)
      continue
    }
    const { min, max, isWhole } = limits[column]
    const number = Number(value)
    if (!(number >= min && number <= max) || (isWhole && !Number.isInteger(number))) return { column, value }
    item[column] = number
  }
  return item as unknown as SceneItem
}

const isNumberColumn = (column: ItemColumn): column is NumberColumn => column in limits
