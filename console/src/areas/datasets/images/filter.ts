import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { lineageNames, lineageOf } from '#areas/files'
import { spanOf } from '#ui/list/list-search.ts'
import type { DatasetSearch, FilterName, ImageFilter } from '../search.ts'

const filterNames = [
  'search',
  'status',
  'split',
  'label',
  'minimumLabels',
  'maximumLabels',
  'annotator',
  'assignee',
  'assignedReviewer',
  'from',
  'to',
  'tag',
  'available',
  'finding',
  'checksum',
  'set',
  'sizeCell',
  'positionCell',
  'aspectRange',
  'minimumScore',
  'maximumScore',
  ...lineageNames,
] as const satisfies readonly FilterName[]

export const unfiltered: Partial<DatasetSearch> = Object.fromEntries(filterNames.map((name) => [name, undefined]))

const text = <Word extends string>(joined: string | undefined) => joined?.split(',') as Word[] | undefined

export function filterOf(search: ImageFilter): ItemFilter {
  const { status, split, label: labelId, from, to } = search
  const { createdFrom: annotatedFrom, createdBefore: annotatedBefore } = spanOf({ from, to })
  const filter = {
    search: search.search,
    status: text<NonNullable<ItemFilter['status']>[number]>(status),
    split: text<NonNullable<ItemFilter['split']>[number]>(split),
    labelId,
    minimumLabels: search.minimumLabels,
    maximumLabels: search.maximumLabels,
    annotator: search.annotator,
    assignee: search.assignee,
    assignedReviewer: search.assignedReviewer,
    annotatedFrom,
    annotatedBefore,
    tag: search.tag,
    available: search.available,
    finding: search.finding,
    checksum: search.checksum,
    set: search.set,
    sizeCell: search.sizeCell,
    positionCell: search.positionCell,
    aspectRange: search.aspectRange,
    minimumScore: search.minimumScore,
    maximumScore: search.maximumScore,
    ...lineageOf(search),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}
