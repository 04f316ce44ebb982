import { readFile, stat } from 'node:fs/promises'
import { metadataKey, modelMetadata } from '@vermilion/contract/detection/model-metadata'
import { maxModelFileBytes } from '@vermilion/contract/models/model-files'
import { predictionLine } from '@vermilion/contract/predictions'
import { imageEntry } from '../inference/image-entry.ts'
import { readOnnxMetadata } from '../import/onnx-metadata.ts'
import { linesOf } from './lines.ts'

export class Unreadable extends Error {
  readonly problem: 'model' | 'results'

  constructor(problem: 'model' | 'results', cause: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

export async function readMetadata(file: string) {
  try {
    if ((await stat(file)).size > maxModelFileBytes) throw new Error('the file is larger than a model')
    const text = readOnnxMetadata(await readFile(file))[metadataKey]
    return modelMetadata.parse(JSON.parse(text ?? 'null'))
  } catch (problem) {
    throw new Unreadable('model', problem)
  }
}

export async function* resultsOf({ predictions, images }: { predictions: string; images: string }) {
  try {
    const existing = linesOf(images)
    for await (const line of linesOf(predictions)) {
      const entry = imageEntry.parse(JSON.parse(String((await existing.next()).value)))
      const match = predictionLine.parse(JSON.parse(line))
      if (entry.path !== match.path) throw new Error(`the result of ${match.path} stands at the place of ${entry.path}`)
      yield { entry, found: match }
    }
  } catch (problem) {
    throw new Unreadable('results', problem)
  }
}
