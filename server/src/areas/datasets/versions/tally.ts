import { type LabelSource, labelSourceKey, labelSourcesOf } from '@vermilion/contract/datasets/label-sources'
import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import { readJson } from '#platform/database/columns'
import { isLabeled } from '../rules.ts'
import type { SnapshotHead, WrittenImage } from '../snapshots/snapshot.ts'
import type { VersionContent } from './version-store.ts'

const maxCovers = 4

export function createTally() {
  const counts = { images: 0, labeled: 0, annotations: 0 }
  const splits: DatasetVersion['splits'] = { train: 0, validation: 0, test: 0 }
  const shapesOf = new Map<string, number>()
  const imagesOf = new Map<string, number>()
  const sources = new Map<string, number>()
  let labels: SnapshotHead['labels'] = []
  const [first, telling]: [string[], string[]] = [[], []]

  return {
    get images() {
      return counts.images
    },

    add(image: WrittenImage, head: SnapshotHead): void {
      labels = head.labels
      counts.images += 1
      counts.labeled += isLabeled(image.status) ? 1 : 0
      splits[image.split] += 1
      const shapes = readJson(image.shapes)
      counts.annotations += shapes.length
      if (first.length < maxCovers) first.push(image.fileId)
      if (shapes.length > 0 && telling.length < maxCovers) telling.push(image.fileId)
      for (const shape of shapes) {
        shapesOf.set(shape.labelId, (shapesOf.get(shape.labelId) ?? 0) + 1)
        const key = labelSourceKey(shape, image.annotator)
        sources.set(key, (sources.get(key) ?? 0) + 1)
      }
      for (const labelId of new Set(shapes.map((shape) => shape.labelId)))
        imagesOf.set(labelId, (imagesOf.get(labelId) ?? 0) + 1)
    },

    sources: (): LabelSource[] => labelSourcesOf(sources),

    content: (): Omit<VersionContent, 'checksum' | 'size'> => ({
      ...counts,
      splits,
      labels: labels.length,
      covers: telling.length > 0 ? telling : first,
      classes: labels.map(({ id, name, colour }) => {
        return { labelId: id, name, colour, images: imagesOf.get(id) ?? 0, count: shapesOf.get(id) ?? 0 }
      }),
    }),
  }
}
