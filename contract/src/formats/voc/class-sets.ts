import type { FileReader } from '../codec.ts'
import type { Split } from '../labeled-images.ts'
import { readLines } from '../text/read-text.ts'
import { splitOf } from '../splits.ts'

export interface ClassSetImage {
  readonly classes: { readonly name: string; readonly isDifficult: boolean }[]
  split: Split | null
}

const listPath = /(?:^|\/)ImageSets\/Main\/(.+)_(train|val|trainval|test)\.txt$/i

export const isClassSet = (path: string): boolean => listPath.test(path)

/**
 * Images by stem from `ImageSets/Main/<class>_<split>.txt`: 1 when the class is present, 0 when difficult, -1 when absent.
 * https://host.robots.ox.ac.uk/pascal/VOC/voc2012, development kit
 */
export async function readClassSets(reader: FileReader, paths: readonly string[]): Promise<Map<string, ClassSetImage>> {
  const images = new Map<string, ClassSetImage>()
  for (const path of paths) {
    const [, name, set = ''] = listPath.exec(path) ?? []
    if (name === undefined || name.toLowerCase() === 'background') continue
    for (const line of await readLines(reader, path)) {
      const [, stem, mark] = /^(.+?)\s+(-1|0|1)$/.exec(line) ?? []
      if (stem === undefined) continue
      const image = images.get(stem) ?? { classes: [], split: null }
      images.set(stem, image)
      image.split ??= splitOf(set)
      const isNew = !image.classes.some((one) => one.name === name)
      if (mark !== '-1' && isNew) image.classes.push({ name, isDifficult: mark === '0' })
    }
  }
  return images
}
