import type { WaitingImages } from '@vermilion/contract/datasets/assignment'
import { type ItemStatus, itemStatuses } from '@vermilion/contract/datasets/items'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { flagWhen } from '#platform/database/columns'
import { dialect } from '#platform/database/dialect'
import type { DatasetTables } from '../catalogue/tables.ts'

const toLabel = ['to-label', 'rejected'] as const satisfies readonly ItemStatus[]
const toReview = ['labeled'] as const satisfies readonly ItemStatus[]

const kindsOf = (role: 'assignee' | 'reviewer', statuses: readonly ItemStatus[]) =>
  statuses.map((status) => `${role}-${status}` as const)

/** Computed from counters alone; its own images, and the unassigned ones of datasets assigned to it. */
export function waitingFor(
  username: string,
  ids?: readonly string[],
): RawBuilder<WaitingImages & { id: string; name: string }> {
  const sum = (column: 'assignee' | 'assignedReviewer', kinds: readonly string[], statuses: readonly ItemStatus[]) => {
    const [isNamed, isOfDataset] = ['value', column].map((name) => flagWhen(sql`${sql.ref(name)} = ${username}`))
    return sql`sum("images" * case
      when "kind" in (${sql.join(kinds)}) then ${isNamed} - ${isOfDataset}
      when "kind" = 'status' and "value" in (${sql.join(statuses)}) then ${isOfDataset}
      else 0 end)`
  }
  const [labeled, reviewed] = [kindsOf('assignee', toLabel), kindsOf('reviewer', toReview)]
  return sql`(select "id", "name", ${sum('assignee', labeled, toLabel)} as "toLabel",
    ${sum('assignedReviewer', reviewed, toReview)} as "toReview"
    from "datasets" join "datasetCounts" on "datasetCounts"."datasetId" = "datasets"."id"
    and "kind" in (${sql.join(['status', ...labeled, ...reviewed])})
    where "deletedAt" is null
    ${ids === undefined ? sql`` : sql`and "id" in ${dialect.texts(ids)}`} group by "id")`
}

type Where = ExpressionBuilder<DatasetTables, 'datasets'>

interface ListedBy {
  readonly assignee?: string | undefined
  readonly assignedReviewer?: string | undefined
  readonly waiting: boolean
}

export function isAssigned({ assignee, assignedReviewer, waiting }: ListedBy) {
  return (is: Where) => {
    const waits = (username: string, column: keyof WaitingImages) =>
      sql<boolean>`${sql.ref('datasets.id')} in (select "id" from ${waitingFor(username)} as "waiting" where ${sql.ref(column)} > 0)`
    const names = (username: string, column: 'assignee' | 'assignedReviewer', role: 'assignee' | 'reviewer') =>
      is.or([
        is(column, '=', username),
        is.exists(
          is
            .selectFrom('datasetCounts')
            .select('datasetCounts.images')
            .whereRef('datasetCounts.datasetId', '=', 'datasets.id')
            .where('datasetCounts.kind', 'in', kindsOf(role, itemStatuses))
            .where('datasetCounts.value', '=', username)
            .where('datasetCounts.images', '>', 0),
        ),
      ])
    return is.and([
      ...(assignee === undefined
        ? []
        : [waiting ? waits(assignee, 'toLabel') : names(assignee, 'assignee', 'assignee')]),
      ...(assignedReviewer === undefined
        ? []
        : [waiting ? waits(assignedReviewer, 'toReview') : names(assignedReviewer, 'assignedReviewer', 'reviewer')]),
    ])
  }
}
