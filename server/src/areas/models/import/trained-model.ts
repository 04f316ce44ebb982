import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Failure } from '@vermilion/contract/kernel/errors'
import { largestModelFile } from '@vermilion/contract/models/model-files'
import { openInFolder } from '#platform/blobs/folder-file'
import { describeModel } from './model-import.ts'
import type { DescribedModel } from './model-import.ts'

/** What a training leaves as its result, the best first: the second is where Ultralytics puts it. */
const usualFiles = ['best.onnx', 'weights/best.onnx', 'model.onnx']
/** Other files that are looked at: those of one training are few. */
const mostFiles = 20

/** The model among what a training left: the first file that is recognised. */
export async function findModel(output: string): Promise<DescribedModel | undefined> {
  const folder = await realpath(output)
  for (const path of [...usualFiles, ...(await otherFiles(folder))]) {
    const stats = await stat(join(folder, path)).catch(() => undefined)
    if (stats?.isFile() !== true || stats.size > largestModelFile) continue
    const described = await describe(folder, path)
    if (described !== undefined) return described
  }
  return undefined
}

async function otherFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.onnx')).map(({ name }) => name)
  return names
    .filter((name) => !usualFiles.includes(name))
    .toSorted()
    .slice(0, mostFiles)
}

/** Undefined for what is no model that runs here: it stays among the task's results. */
async function describe(folder: string, path: string): Promise<DescribedModel | undefined> {
  try {
    return describeModel(await buffer(await (await openInFolder(folder, path)).stream()))
  } catch (error) {
    if (error instanceof Failure || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return undefined
    throw error
  }
}
