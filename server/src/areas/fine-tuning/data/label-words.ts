import type { SnapshotImage } from '#areas/datasets'

/** The labels of a picture once each, in the order in which they were drawn. */
export function labelWords({ shapes }: Pick<SnapshotImage, 'shapes'>, names: ReadonlyMap<string, string>): string {
  return [...new Set(shapes.flatMap(({ labelId }) => names.get(labelId) ?? []))].join(', ')
}
