import type { Dataset } from '@vermilion/contract/datasets'
import { useLineageChips } from '#areas/files'
import { type Translate, useText } from '#lib/i18n.ts'
import { type Chip, describeSpan } from '#ui/filter/filter-chips.tsx'
import type { FilterName, ImageFilter } from '../search.ts'
import { text } from './text.ts'

const written = (amount: number | undefined) => (amount === undefined ? undefined : String(amount))

export function useChips(search: ImageFilter, dataset: Dataset): Chip<FilterName>[] {
  const t = useText(text)
  return [...chipsOf(search, dataset, t), ...useLineageChips(search)]
}

function chipsOf(search: ImageFilter, dataset: Dataset, t: Translate<typeof text.en>): Chip<FilterName>[] {
  const chips: Chip<FilterName>[] = []
  const add = (message: string, ...names: FilterName[]) => chips.push({ text: message, names })
  const each = (joined: string) =>
    joined
      .split(',')
      .map((one) => t(one as 'train' | 'labeled'))
      .join(', ')
  if (search.search !== undefined) add(t('chipSearch', { value: search.search }), 'search')
  if (search.status !== undefined) add(t('chipStatus', { value: each(search.status) }), 'status')
  if (search.split !== undefined) add(t('chipSplit', { value: each(search.split) }), 'split')
  if (search.label !== undefined) {
    const label = dataset.labels.find(({ id }) => id === search.label)
    add(t('chipLabel', { value: label?.name ?? search.label }), 'label')
  }
  const [low, high] = [written(search.minimumLabels), written(search.maximumLabels)]
  if (low !== undefined || high !== undefined) {
    add(t('chipLabels', { value: describeSpan(low, high) }), 'minimumLabels', 'maximumLabels')
  }
  if (search.annotator !== undefined) add(t('chipAnnotator', { value: search.annotator }), 'annotator')
  if (search.assignee !== undefined) add(t('chipAssignee', { value: search.assignee }), 'assignee')
  if (search.assignedReviewer !== undefined)
    add(t('chipReviewer', { value: search.assignedReviewer }), 'assignedReviewer')
  if (search.from !== undefined || search.to !== undefined) {
    add(t('chipDate', { value: describeSpan(search.from, search.to) }), 'from', 'to')
  }
  if (search.tag !== undefined) add(t('chipTag', { value: search.tag }), 'tag')
  if (search.available !== undefined) add(t(search.available ? 'chipAvailable' : 'chipGone'), 'available')
  if (search.finding !== undefined) add(t(`finding-${search.finding}`), 'finding')
  if (search.checksum !== undefined) add(t('chipChecksum', { value: search.checksum.slice(0, 12) }), 'checksum')
  if (search.set !== undefined) add(t('chipSet'), 'set')
  if (search.sizeCell !== undefined) add(t('chipSize'), 'sizeCell')
  if (search.positionCell !== undefined) add(t('chipPosition'), 'positionCell')
  if (search.aspectRange !== undefined) add(t('chipAspect'), 'aspectRange')
  const [lowest, highest] = [written(search.minimumScore), written(search.maximumScore)]
  if (lowest !== undefined || highest !== undefined) {
    add(t('chipScore', { value: describeSpan(lowest, highest) }), 'minimumScore', 'maximumScore')
  }
  return chips
}
