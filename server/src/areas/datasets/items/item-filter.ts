import type { Assignment } from '@vermilion/contract/datasets/assignment'
import { itemFindings, type ItemFilter } from '@vermilion/contract/datasets/items'
import { sql, type ExpressionBuilder } from 'kysely'
import { generatedContents, lineagesOf } from '#areas/files'
import { flag } from '#platform/database/columns'
import { dialect } from '#platform/database/dialect'
import { contains, includes } from '#platform/database/match'
import type { DatasetTables } from '../catalogue/tables.ts'

/** Tests a bit of the digits that start at `from`. See `cellsText`. */
function hasBit(from: number, bit: number | undefined) {
  if (bit === undefined) return undefined
  const digits = Array.from('0123456789abcdef').filter((_, value) => (value >> (bit & 3)) & 1)
  return sql<boolean>`substr(${sql.ref('cells')}, ${from + (bit >> 2) + 1}, 1) in (${sql.join(digits)})`
}

function isAssigned(column: keyof Assignment, username: string) {
  return sql<boolean>`coalesce(${sql.ref(`datasetItems.${column}`)},
    (select ${sql.ref(`datasets.${column}`)} from "datasets" where "datasets"."id" = "datasetItems"."datasetId")) = ${username}`
}

export function fits(filter: ItemFilter) {
  return (is: ExpressionBuilder<DatasetTables, 'datasetItems'>) => {
    const { search = '', status, split, labelId, minimumLabels, maximumLabels, annotator, tag, finding } = filter
    const { assignee, assignedReviewer } = filter
    const { annotatedFrom, annotatedBefore, available, checksum, set } = filter
    const { minimumScore, maximumScore } = filter
    const lineages = lineagesOf(filter)
    const contents = generatedContents(filter)
    const conditions = [
      search === '' ? undefined : contains('path', search),
      status && is('status', 'in', status),
      split && is('split', 'in', split),
      labelId && includes('labels', labelId),
      minimumLabels === undefined ? undefined : is('annotationCount', '>=', minimumLabels),
      maximumLabels === undefined ? undefined : is('annotationCount', '<=', maximumLabels),
      annotator && is('annotator', '=', annotator),
      assignee && isAssigned('assignee', assignee),
      assignedReviewer && isAssigned('assignedReviewer', assignedReviewer),
      annotatedFrom && is('annotatedAt', '>=', new Date(annotatedFrom).toISOString()),
      annotatedBefore && is('annotatedAt', '<', new Date(annotatedBefore).toISOString()),
      tag && is.exists(sql`(select 1 from ${dialect.elements('tags')} as "tag" where "tag"."value" = ${tag})`),
      available === undefined ? undefined : is('available', '=', flag(available)),
      hasBit(0, filter.sizeCell),
      hasBit(16, filter.positionCell),
      hasBit(32, filter.aspectRange),
      minimumScore === undefined ? undefined : is('score', '>=', minimumScore),
      maximumScore === undefined ? undefined : is.between('score', 0, maximumScore),
      lineages && sql<boolean>`${is.ref('lineage')} in (${lineages})`,
      contents && sql<boolean>`${is.ref('checksum')} in (${contents})`,
      checksum && is('checksum', '=', checksum.toLowerCase()),
      set &&
        is(
          'number',
          'in',
          dialect.numbers(
            is
              .selectFrom('itemSets')
              .select('numbers')
              .where('itemSets.id', '=', set)
              .whereRef('itemSets.datasetId', '=', 'datasetItems.datasetId'),
          ),
        ),
      finding === undefined
        ? undefined
        : finding === 'duplicate'
          ? is('duplicated', '=', 1)
          : sql<boolean>`((${is.ref('findings')} >> ${itemFindings.indexOf(finding)}) & 1) = 1`,
    ]
    return is.and(conditions.filter((condition) => condition !== undefined && condition !== ''))
  }
}
