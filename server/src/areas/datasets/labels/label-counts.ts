import type { Shape } from '@vermilion/contract/labels/index'

export function labelCounts(shapes: readonly Shape[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { labelId } of shapes) counts.set(labelId, (counts.get(labelId) ?? 0) + 1)
  return counts
}
