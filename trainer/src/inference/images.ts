import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ModelTask } from '@vermilion/contract/detection/model-metadata'
import { inferenceImage, type TruthShape } from '@vermilion/contract/predictions'
import { z } from 'zod'
import { imagesBelow } from '../data/images-below.ts'
import { hasLabels, readLabels } from '../tasks.ts'

/** An image to look at, with what is in it where that is known. */
export interface InferenceImage {
  /** Name in the results. */
  path: string
  file: string
  truth: TruthShape[] | null
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
    inferenceImage,
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
export async function readFolderImages(folder: string, task: ModelTask): Promise<InferenceImage[]> {
  const list = join(folder, 'images.json')
  if (existsSync(list)) return readImageList(list)
  if (existsSync(folder) && !hasLabels(task, folder)) {
    const paths = imagesBelow(folder, folder).toSorted()
    if (paths.length > 0) return paths.map((path) => ({ path, file: join(folder, path), truth: null }))
  }
  return readLabels(task, folder)
}
