import { fileName, folderOf, joinPath, stemOf } from '../images/image-paths.ts'
import { splitOf } from '../splits.ts'
import type { Split } from '../labeled-images.ts'

export interface CocoFile {
  path: string
  /** Null when file names contain none. */
  split: Split | null
  folders: string[]
}

const together = /^(?:.*\/)?annotations\/(?:instances|person_keypoints|image_info|panoptic|stuff)_([^/]+)\.json$/s
const beside = /^(?:.*\/)?_annotations\.coco\.json$/s

/** COCO documents by name in either layout; otherwise every JSON file as a separate document. */
export function cocoFiles(paths: readonly string[]): CocoFile[] {
  const named = paths.filter((path) => together.test(path))
  const instances = named.filter((path) => /instances_[^/]+$/.test(path))
  const inFolder = (
    instances.length > 0 ? [...instances, ...named.filter((path) => /image_info_[^/]+$/.test(path))] : named
  ).map((path) => {
    const subset = together.exec(path)![1]!
    const root = folderOf(folderOf(path))
    const folders = [joinPath(root, 'images', subset), joinPath(root, 'images'), joinPath(root, subset), root]
    return { path, split: splitOf(subset), folders }
  })
  const besideImages = paths
    .filter((path) => beside.test(path))
    .map((path) => {
      const folder = folderOf(path)
      return { path, split: splitOf(folder.slice(folder.lastIndexOf('/') + 1)), folders: [folder] }
    })
  const documents = [...inFolder, ...besideImages]
  if (documents.length > 0) return documents
  return paths
    .filter((path) => /\.json$/i.test(path))
    .map((path) => {
      const folder = folderOf(path)
      const up = folderOf(folder)
      return {
        path,
        split: splitOf(stemOf(fileName(path))),
        folders: [joinPath(folder, 'images'), folder, joinPath(up, 'images'), up],
      }
    })
}

export function detectCoco(paths: readonly string[]): number {
  // Panoptic documents belong to another format.
  const isOwn = (path: string) => (together.test(path) && !/panoptic_[^/]+$/.test(path)) || beside.test(path)
  if (paths.some(isOwn)) return 1
  const documents = paths.filter((path) => /\.json$/i.test(path))
  return documents.length === 1 ? 0.5 : 0
}
