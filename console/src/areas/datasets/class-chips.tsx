import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { Chips } from '#ui/chips/chips.tsx'

export function ClassChips({ labels, max }: { labels: readonly Pick<Label, 'name' | 'colour'>[]; max: number }) {
  return <Chips chips={labels.map(({ name, colour }) => ({ text: name, colour }))} max={max} />
}
