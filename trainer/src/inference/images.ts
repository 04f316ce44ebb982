import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ModelTask } from '@vermilion/contract/detection/model-metadata'
import { inferenceImage, type TruthShape } from '@vermilion/contract/predictions'
import { z } from 'zod'
import { imagesBelow } from '../data/images-below.ts'
import { hasLabels, readLabels } from '../tasks.ts'

export interface InferenceImage {
  path: string
  file: string
  truth: TruthShape[] | null
}

/** `--images`: a JSON list of paths, or objects with file, name and truth. Files are relative to the list. */
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
 * Images are those of the folder's `images.json`, else of a data folder (with truth, training images included), else all below
 * it.
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
