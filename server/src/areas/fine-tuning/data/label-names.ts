import type { SnapshotImage } from '#areas/datasets'

/** Unique label names of an image, in drawing order. */
export function labelNames({ shapes }: Pick<SnapshotImage, 'shapes'>, names: ReadonlyMap<string, string>): string {
  return [...new Set(shapes.flatMap(({ labelId }) => names.get(labelId) ?? []))].join(', ')
}
