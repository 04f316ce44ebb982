import type { Decoded } from '../codec.ts'
import type { ImageFiles } from './image-files.ts'
import type { Split } from '../labeled-images.ts'
import { splitInPath } from '../splits.ts'

const layoutFolders = /^(?:.*\/)?images\/(?:(?:train|val|valid|validation|test|default)\/)?/i

export const ownImagePath = (path: string) => path.replace(layoutFolders, '')

/** The images that no document names. */
export function* remainingImages(
  images: ImageFiles,
  named: ReadonlySet<string>,
  pathOf: (file: string) => string = ownImagePath,
  splitOf: (file: string) => Split | null = splitInPath,
): Generator<Decoded> {
  for (const file of images.paths) {
    if (named.has(file)) continue
    const split = splitOf(file)
    const path = pathOf(file)
    const facts = split === null ? {} : { split }
    yield { type: 'image', file, image: { path, width: 1, height: 1, shapes: [], unlabeled: true, ...facts } }
  }
}
