import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { Chips } from '#ui/chips/chips.tsx'

/** Classes of a dataset by their colours and names; of many, the first few and how many more. */
export function ClassChips({ labels, max }: { labels: readonly Pick<Label, 'name' | 'colour'>[]; max: number }) {
  return <Chips chips={labels.map(({ name, colour }) => ({ words: name, colour }))} max={max} />
}
