import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decodeCoco } from '../../../contract/src/formats/coco/document.ts'
import type { LabeledImages } from '../../../contract/src/formats/labeled-images.ts'

const program = fileURLToPath(new URL('../../../server/src/cli/main.ts', import.meta.url))

interface SampleOptions {
  readonly count: number
  readonly seed: number
  readonly size?: string
}

export interface SampleFolder {
  readonly files: readonly string[]
  /** COCO file with the truth. */
  readonly annotations: string
  readonly truth: LabeledImages
}

/** Renders images with their truth through the product's own command. */
export async function renderSample(folder: string, options: SampleOptions): Promise<SampleFolder> {
  const parameters = Object.entries({ size: '320x240', ...options }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ])
  const command = ['--disable-warning=ExperimentalWarning', program, 'sample', '--output', folder, ...parameters]
  await promisify(execFile)(process.execPath, command)
  const annotations = join(folder, 'annotations/instances_default.json')
  const truth = decodeCoco(JSON.parse(await readFile(annotations, 'utf8')), annotations)
  return { files: truth.images.map(({ path }) => join(folder, 'images/default', path)), annotations, truth }
}
