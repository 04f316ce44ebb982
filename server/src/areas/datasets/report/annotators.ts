import type { DatasetReport } from '@vermilion/contract/datasets/report'
import { isLabeled } from '../rules.ts'
import type { ItemStatus } from '@vermilion/contract/datasets/items'
import type { CountRow } from '../catalogue/tables.ts'

type Annotator = DatasetReport['annotators'][number]

const prefix = 'annotator-'

export function annotatorsOf(
  counts: readonly CountRow[],
  times: readonly { annotator: string; seconds: number }[],
): Annotator[] {
  const entries = new Map<string, Annotator>()
  const of = (annotator: string) => {
    const none = { annotator, images: 0, labels: 0, reviewed: 0, rejected: 0, seconds: 0 }
    const existing = entries.get(annotator) ?? none
    entries.set(annotator, existing)
    return existing
  }
  for (const { kind, value, images, labels } of counts) {
    if (!kind.startsWith(prefix) || images === 0) continue
    const status = kind.slice(prefix.length) as ItemStatus
    const annotator = of(value)
    if (isLabeled(status)) {
      annotator.images += images
      annotator.labels += labels
    }
    if (status === 'reviewed') annotator.reviewed += images
    if (status === 'rejected') annotator.rejected += images
  }
  for (const { annotator, seconds } of times) of(annotator).seconds += seconds
  return [...entries.values()].toSorted((one, other) => other.images - one.images)
}
