import type { Assignment } from '@vermilion/contract/datasets/assignment'
import { itemFindings, itemStatuses, type ItemFilter } from '@vermilion/contract/datasets/items'
import { splits } from '@vermilion/contract/datasets/kinds'
import { readJson } from '#platform/database/columns'
import type { Columns } from './columns.ts'
import type { TextColumn } from './text-column.ts'

export type Condition = (number: number) => boolean

/** Text conditions are tested on every distinct text in advance, or only on those of the few candidates. */
type Asking = (column: TextColumn, test: (text: string) => boolean) => Condition
export const askAll: Asking = (column, test) => column.passing(test)
export const askFew: Asking = (column, test) => (number) => test(column.of(number))

/** A filter with the names by which it also matches images without an assignment of their own. */
export type IndexFilter = ItemFilter & { readonly inherited?: readonly (keyof Assignment)[] }

/** A filter's conditions on an image, cheapest first; without its text, content and lineage. */
export function conditionsOf(filter: IndexFilter, columns: Columns, ask: Asking): Condition[] {
  const { status, split, labelId, minimumLabels, maximumLabels, annotator, tag, finding, available } = filter
  const { minimumScore, maximumScore, annotatedFrom, annotatedBefore, sizeCell, positionCell, aspectRange } = filter
  const conditions: Condition[] = []
  const add = (condition: Condition | undefined) => condition && conditions.push(condition)
  add(status && oneOf(columns.status, itemStatuses, status))
  add(split && oneOf(columns.split, splits, split))
  if (available !== undefined) add((number) => columns.isAvailable(number) === available)
  if (minimumLabels !== undefined) add((number) => columns.labelCount(number) >= minimumLabels)
  if (maximumLabels !== undefined) add((number) => columns.labelCount(number) <= maximumLabels)
  if (minimumScore !== undefined) add((number) => columns.score(number) >= minimumScore)
  if (maximumScore !== undefined) {
    add((number) => columns.score(number) >= 0 && columns.score(number) <= maximumScore)
  }
  if (finding === 'duplicate') add(columns.isDuplicated)
  else if (finding !== undefined) {
    const bit = 1 << itemFindings.indexOf(finding)
    add((number) => (columns.findings(number) & bit) !== 0)
  }
  if (annotatedFrom !== undefined || annotatedBefore !== undefined) {
    const from = annotatedFrom === undefined ? 1 : Date.parse(annotatedFrom)
    const previous = annotatedBefore === undefined ? Infinity : Date.parse(annotatedBefore)
    add((number) => {
      const time = columns.annotatedAt(number)
      return time > 0 && time >= from && time < previous
    })
  }
  if (sizeCell !== undefined) add((number) => columns.inSize(number, sizeCell))
  if (positionCell !== undefined) add((number) => columns.inPosition(number, positionCell))
  if (aspectRange !== undefined) add((number) => columns.inAspect(number, aspectRange))
  if (annotator) add(ask(columns.textColumns.annotator, (text) => text === annotator))
  for (const name of ['assignee', 'assignedReviewer'] as const) {
    const username = filter[name]
    const isInherited = filter.inherited?.includes(name) ?? false
    if (username) add(ask(columns.textColumns[name], (text) => text === username || (isInherited && text === '')))
  }
  if (labelId) add(ask(columns.textColumns.labels, (text) => hasWord(text, labelId)))
  if (tag) add(ask(columns.textColumns.tags, (text) => text !== '' && readJson<string[]>(text).includes(tag)))
  return conditions
}

/** Tests for a word without splitting the text: there may be as many texts as images. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    if ((at === 0 || text[at - 1] === ' ') && (end === text.length || text[end] === ' ')) return true
  }
  return false
}

function oneOf<Word>(
  column: (number: number) => number,
  words: readonly Word[],
  requested: readonly Word[],
): Condition {
  const bits = requested.reduce((sum, word) => sum | (1 << words.indexOf(word)), 0)
  return (number) => ((bits >>> column(number)) & 1) === 1
}
