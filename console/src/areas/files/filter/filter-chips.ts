import { formatSize } from '#lib/format.ts'
import type { Translate } from '#lib/i18n.ts'
import { type Chip, describeSpan } from '#ui/filter/filter-chips.tsx'
import type { filterText } from './filter-text.ts'
import type { FilesSearch, FilterName } from '../search.ts'

const ranges = [
  ['chipSize', 'minimumSize', 'maximumSize'],
  ['chipWidth', 'minimumWidth', 'maximumWidth'],
  ['chipHeight', 'minimumHeight', 'maximumHeight'],
  ['chipAspect', 'minimumAspect', 'belowAspect'],
  ['chipScore', 'minimumScore', 'maximumScore'],
] as const

const dayOf = (time: string | undefined) => time?.slice(0, 10)

export function chipsOf(search: FilesSearch, t: Translate<typeof filterText.en>): Chip<FilterName>[] {
  const chips: Chip<FilterName>[] = []
  const add = (label: string, ...names: FilterName[]) => chips.push({ text: label, names })
  if (search.search !== undefined) add(t('chipSearch', { value: search.search }), 'search')
  if (search.kind !== undefined) add(t('chipKind', { value: t(search.kind) }), 'kind')
  if (search.extension === '') add(t('chipNoExtension'), 'extension')
  else if (search.extension !== undefined) add(t('chipExtension', { value: search.extension }), 'extension')
  if (search.tags !== undefined) add(t('chipTags', { value: search.tags }), 'tags')
  for (const [label, low, high] of ranges) {
    const written = (amount: number | undefined) =>
      amount === undefined ? undefined : label === 'chipSize' ? formatSize(amount) : String(Number(amount.toFixed(4)))
    if (search[low] === undefined && search[high] === undefined) continue
    const below = high === 'belowAspect' ? '<' : '≤'
    add(t(label, { value: describeSpan(written(search[low]), written(search[high]), below) }), low, high)
  }
  const [from, to] = [search.from ?? dayOf(search.createdFrom), search.to ?? dayOf(search.createdBefore)]
  if (from !== undefined || to !== undefined) {
    const below = search.to === undefined ? '<' : '≤'
    add(t('chipAdded', { value: describeSpan(from, to, below) }), 'from', 'to', 'createdFrom', 'createdBefore')
  }
  if (search.broken !== undefined) add(t(search.broken ? 'chipBroken' : 'chipReadable'), 'broken')
  if (search.checksum !== undefined) add(t('chipChecksum', { value: search.checksum.slice(0, 12) }), 'checksum')
  if (search.duplicated !== undefined) add(t(search.duplicated ? 'chipDuplicated' : 'chipSingle'), 'duplicated')
  return chips
}
