import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type LoraSample, readSamplePath } from '@vermilion/contract/models/lora'

type ListedSample = { readonly path: string } & Pick<LoraSample, 'step' | 'number'>

/** Samples in a fine-tuning's output, by step and number; of several files for one position the last is listed. */
export async function listSamples(output: string): Promise<ListedSample[]> {
  const entries = await readdir(join(output, 'samples'), { withFileTypes: true }).catch(() => [])
  // Names of a position may vary: `step-1-0.png` and `step-01-0.png`.
  const listed = new Map<string, ListedSample>()
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = `samples/${entry.name}`
    const position = readSamplePath(path)
    if (position !== null) listed.set(`${position.step} ${position.number}`, { path, ...position })
  }
  return [...listed.values()].toSorted((one, other) => one.step - other.step || one.number - other.number)
}
