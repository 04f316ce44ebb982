import { existsSync, statSync } from 'node:fs'
import { fail } from '@vermilion/contract/kernel/errors'
import { cocoFiles, readCocoFolder } from './read-coco.ts'
import { readYoloFolder, yoloFile } from './read-yolo.ts'
import type { DataFolder, DetectionSample, Split } from './sample.ts'

/** YOLO (`data.yaml`) or COCO (`instances_<split>.json`, `_annotations.coco.json`). Throws `dataset.import-invalid`. */
export async function readDataFolder(folder: string): Promise<DataFolder> {
  const refuse = (reason: string) => fail('dataset.import-invalid', { file: folder, reason: `${folder}: ${reason}` })
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw refuse('there is no such folder')
  const yolo = yoloFile(folder)
  const coco = cocoFiles(folder)
  if (yolo === null && coco.length === 0) {
    throw refuse('no data.yaml, no annotations/instances_*.json and no train/_annotations.coco.json')
  }
  const data = yolo === null ? readCocoFolder(folder, coco) : await readYoloFolder(folder, yolo)
  const splits = Object.fromEntries(
    Object.entries(data.splits).map(([split, samples]) => [split, byPath(samples)]),
  ) as Record<Split, DetectionSample[]>
  if (Object.values(splits).every((samples) => samples.length === 0)) throw refuse('there are no images')
  return { labels: data.labels, splits }
}

/** True when the folder has annotations in a layout that `readDataFolder` reads. */
export function hasAnnotations(folder: string): boolean {
  return existsSync(folder) && (yoloFile(folder) !== null || cocoFiles(folder).length > 0)
}

/** Sorts for an order independent of format and file system. */
function byPath(samples: readonly DetectionSample[]): DetectionSample[] {
  return samples.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}
