import type { SnapshotImage } from '#areas/datasets'

export function labelNames({ shapes }: Pick<SnapshotImage, 'shapes'>, names: ReadonlyMap<string, string>): string {
  return [...new Set(shapes.flatMap(({ labelId }) => names.get(labelId) ?? []))].join(', ')
}
