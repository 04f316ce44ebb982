import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@vermilion/contract/kernel/errors'
import { type LoraDescription, type LoraSample } from '@vermilion/contract/models/lora'
import type { BlobStore } from '#platform/blobs/blob-store'
import { describeLora, isSafetensors, type PartlyRead } from '../import/lora-file.ts'
import { listSamples } from './samples.ts'
import { partsOf } from './trained-model.ts'

const maxSamples = 400
const largestSample = 16 * 1024 ** 2

interface FoundLora {
  readonly fileName: string
  readonly lora: LoraDescription
  readonly content: PartlyRead
}

/** Finds the LoRA of a fine-tuning: the newest file, as some trainers also leave earlier steps. */
export async function findLora(output: string): Promise<FoundLora | undefined> {
  const folder = await realpath(output)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && isSafetensors(entry.name)).map(({ name }) => name)
  const aged = await Promise.all(names.map(async (name) => ({ name, stats: await stat(join(folder, name)) })))
  for (const { name: fileName, stats } of aged.toSorted((one, other) => other.stats.mtimeMs - one.stats.mtimeMs)) {
    const content = partsOf(folder, fileName, stats.size)
    const lora = await describeLora(content).catch((error: unknown) => {
      // Files that are no LoRA stay in the task's results.
      if (!(error instanceof Failure)) throw error
    })
    if (lora !== undefined && lora !== null) return { fileName, lora, content }
  }
  return undefined
}

export async function keepSamples(output: string, blobs: Pick<BlobStore, 'put'>): Promise<LoraSample[]> {
  const folder = await realpath(output)
  const samples: LoraSample[] = []
  for (const { path, step, number } of (await listSamples(folder)).slice(-maxSamples)) {
    const { size } = await stat(join(folder, path))
    if (size > largestSample) continue
    const { checksum } = await blobs.put(await partsOf(folder, path, size).open())
    samples.push({ step, number, checksum, size })
  }
  return samples
}
