import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Truth } from '@vermilion/contract/detection/prediction'
import { box } from '@vermilion/contract/labels/box'
import { z } from 'zod'
import { imagesBelow } from '../data/images-below.ts'
import { hasAnnotations, readDataFolder } from '../data/read-folder.ts'

/** An image to look at, with what is in it where that is known. */
export interface InferenceImage {
  /** What results call it. */
  path: string
  file: string
  truth: { label: string; box: Truth['box'] }[] | null
}

/**
 * `--images`: a JSON list. An entry is a path, or says the file, what to call it, and what is in it. Files are
 * relative to the list.
 */
const imageList = z.array(
  z.union([
    z
      .string()
      .min(1)
      .transform((file) => ({ file, path: undefined, truth: undefined })),
    z.object({
      file: z.string().min(1),
      path: z.string().min(1).optional(),
      truth: z.array(z.object({ label: z.string(), box })).nullish(),
    }),
  ]),
)

export function readImageList(list: string): InferenceImage[] {
  const entries = imageList.parse(JSON.parse(readFileSync(list, 'utf8')))
  return entries.map(({ file, path, truth }) => ({
    path: path ?? file,
    file: resolve(dirname(list), file),
    truth: truth ?? null,
  }))
}

/**
 * All images of a folder: those of its `images.json` if it has one, else those of a data folder (training images too,
 * with their truth), else every image below it.
 */
export async function readFolderImages(folder: string): Promise<InferenceImage[]> {
  const list = join(folder, 'images.json')
  if (existsSync(list)) return readImageList(list)
  if (existsSync(folder) && !hasAnnotations(folder)) {
    const paths = imagesBelow(folder, folder).toSorted()
    if (paths.length > 0) return paths.map((path) => ({ path, file: join(folder, path), truth: null }))
  }
  const { labels, splits } = await readDataFolder(folder)
  return Object.values(splits)
    .flat()
    .map(({ path, file, truth }) => ({
      path,
      file,
      truth: truth.map(({ labelIndex, box: place }) => ({ label: labels[labelIndex]!, box: place })),
    }))
}
