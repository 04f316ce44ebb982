import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { maxStoredModelBytes, maxModelFileBytes } from '@vermilion/contract/models/model-files'
import {
  type StorableFormat,
  type StoredFormat,
  storedFormatOf,
  usualModelNames,
} from '@vermilion/contract/models/stored-formats'
import { openInFolder } from '#platform/blobs/folder-file'
import { notOnnx } from '../import/dialects/refusals.ts'
import type { PartlyRead } from '../import/lora-file.ts'
import { type DescribedModel, describeModel, tooLarge } from '../import/model-import.ts'
import { requireContent } from '../import/stored-file.ts'

/** Names of a training's result by preference: Ultralytics writes the second. */
const usualFiles = ['best.onnx', 'weights/best.onnx', 'model.onnx']
const maxFiles = 20

export interface StoredFile {
  readonly format: StorableFormat
  readonly refusal: Text
  readonly content: PartlyRead
}

export type TrainedFile = { readonly model: DescribedModel } | { readonly stored: StoredFile }

export async function findModel(output: string): Promise<TrainedFile | undefined> {
  const folder = await realpath(output)
  let unusable: StoredFile | undefined
  for (const path of [...usualFiles, ...(await otherFiles(folder))]) {
    const stats = await stat(join(folder, path)).catch(() => undefined)
    if (stats?.isFile() !== true) continue
    const described = await describeModelFile(folder, path, stats.size)
    if (described === undefined) continue
    if (!(described instanceof Failure)) return { model: described }
    if (stats.size <= maxStoredModelBytes)
      unusable ??= { format: 'onnx', refusal: described.text, content: partsOf(folder, path, stats.size) }
  }
  const stored = unusable ?? (await findStored(folder))
  return stored && { stored }
}

async function otherFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.onnx')).map(({ name }) => name)
  return names
    .filter((name) => !usualFiles.includes(name))
    .toSorted()
    .slice(0, maxFiles)
}

/** Returns undefined when the file was deleted meanwhile, and a Failure when the model cannot run here. */
async function describeModelFile(
  folder: string,
  path: string,
  size: number,
): Promise<DescribedModel | Failure | undefined> {
  if (size > maxModelFileBytes) return tooLarge(maxModelFileBytes)
  try {
    return describeModel(await buffer(await (await openInFolder(folder, path)).stream()))
  } catch (error) {
    if (error instanceof Failure) return error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function findStored(folder: string): Promise<StoredFile | undefined> {
  for (const path of (await storedFiles(folder)).slice(0, maxFiles)) {
    const format = storedFormatOf(path)
    const stats = await stat(join(folder, path)).catch(() => undefined)
    if (format === undefined || stats?.isFile() !== true || stats.size > maxStoredModelBytes) continue
    const content = partsOf(folder, path, stats.size)
    if (await isContentOf(content, format)) return { format, refusal: notOnnx(path), content }
  }
  return undefined
}

async function isContentOf(content: PartlyRead, format: StoredFormat): Promise<boolean> {
  try {
    await requireContent(content, format)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

async function storedFiles(folder: string): Promise<string[]> {
  const inFolder = async (within: string) => {
    const entries = await readdir(join(folder, within), { withFileTypes: true }).catch(() => [])
    const files = entries.filter((entry) => entry.isFile() && storedFormatOf(entry.name) !== undefined)
    return files.map(({ name }) => (within === '' ? name : `${within}/${name}`))
  }
  const all = [...(await inFolder('')), ...(await inFolder('weights'))]
  const rankOf = (path: string) => {
    const stem = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.')).toLowerCase()
    const rank = usualModelNames.indexOf(stem)
    return rank < 0 ? usualModelNames.length : rank
  }
  return all.toSorted((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
}

export const partsOf = (folder: string, path: string, size: number): PartlyRead => ({
  size,
  open: async (range) => (await openInFolder(folder, path)).stream(range),
})
