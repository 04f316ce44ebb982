import type { Decoded } from '../codec.ts'
import type { ImageFiles } from './image-files.ts'
import { splitInPath } from '../splits.ts'

const layoutFolders = /^(?:.*\/)?images\/(?:(?:train|val|valid|validation|test|default)\/)?/i

export const ownImagePath = (path: string) => path.replace(layoutFolders, '')

export function* remainingImages(images: ImageFiles, named: ReadonlySet<string>): Generator<Decoded> {
  for (const file of images.paths) {
    if (named.has(file)) continue
    const split = splitInPath(file)
    const path = ownImagePath(file)
    const facts = split === null ? {} : { split }
    yield { type: 'image', file, image: { path, width: 1, height: 1, shapes: [], unlabeled: true, ...facts } }
  }
}
