import type { SavedState } from '../changes/kinds.ts'
import type { Notices } from './notices.ts'

export interface AssignedImage {
  readonly itemId: string
  readonly before: SavedState
  readonly after: SavedState
}

const roles = [
  { column: 'assignee', kind: 'to-label' },
  { column: 'assignedReviewer', kind: 'to-review' },
] as const

export async function notifyAssignees(
  notices: Pick<Notices, 'add' | 'takeBack'>,
  images: readonly AssignedImage[],
  { datasetId, by, isUndone = false }: { datasetId: string; by: string; isUndone?: boolean },
): Promise<void> {
  for (const { column, kind } of roles) {
    const moved = images.filter(({ before, after }) => (before[column] ?? null) !== (after[column] ?? null))
    for (const [recipient, some] of Map.groupBy(moved, ({ after }) => after[column] ?? '')) {
      if (recipient === '') continue
      const key = { recipient, kind, datasetId, by }
      const itemId = some.length === 1 ? (some[0]?.itemId ?? null) : null
      if (isUndone) await notices.takeBack(key, some.length)
      else await notices.add({ ...key, images: some.length, itemId })
    }
  }
}
