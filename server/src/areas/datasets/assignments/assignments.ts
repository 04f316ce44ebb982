import type { Assignment, WaitingImages } from '@vermilion/contract/datasets/assignment'
import { maxAssigned, type assignmentEndpoints } from '@vermilion/contract/datasets/assignments'
import type { ItemChange } from '@vermilion/contract/datasets/changes'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { sql } from 'kysely'
import type { Accounts } from '#areas/accounts'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'
import { waitingFor } from './waiting.ts'

/** Returns the account's own spelling. */
export type RequireEnabled = Accounts['requireEnabled']

export async function requireNames(
  change: { [Name in keyof Assignment]?: Assignment[Name] | undefined },
  current: Assignment,
  requireEnabled: RequireEnabled,
): Promise<Partial<Assignment>> {
  const written: Partial<Assignment> = {}
  for (const name of ['assignee', 'assignedReviewer'] as const) {
    const username = change[name]
    if (username === undefined) continue
    written[name] = username === null || username === current[name] ? username : await requireEnabled(username)
  }
  return written
}

export async function requireChangeNames(change: ItemChange, requireEnabled: RequireEnabled): Promise<ItemChange> {
  if (!('assign' in change)) return change
  const { assignees, assignedReviewer } = change.assign
  const assign: typeof change.assign = {}
  if (assignees !== undefined)
    assign.assignees = await Promise.all([...new Set(assignees)].map((username) => requireEnabled(username)))
  if (assignedReviewer !== undefined)
    assign.assignedReviewer = assignedReviewer === null ? null : await requireEnabled(assignedReviewer)
  return { assign }
}

type Assignments = EndpointResponse<typeof assignmentEndpoints.listAssignments>

export function createAssignments(database: Database) {
  const reader = database.reader<DatasetTables>()

  return {
    async waiting(username: string): Promise<Assignments> {
      const rows = await reader
        .selectFrom(waitingFor(username).as('waiting'))
        .selectAll()
        .where(sql<boolean>`"toLabel" + "toReview" > 0`)
        .orderBy(sql`"toLabel" + "toReview"`, 'desc')
        .orderBy('name')
        .execute()
      const sum = (column: keyof WaitingImages) => rows.reduce((total, row) => total + row[column], 0)
      return { toLabel: sum('toLabel'), toReview: sum('toReview'), datasets: rows.slice(0, maxAssigned) }
    },

    async waitingIn(ids: readonly string[], username: string): Promise<ReadonlyMap<string, WaitingImages>> {
      if (ids.length === 0) return new Map()
      const rows = await reader.selectFrom(waitingFor(username, ids).as('waiting')).selectAll().execute()
      return new Map(rows.map(({ id, toLabel, toReview }) => [id, { toLabel, toReview }]))
    },
  }
}
