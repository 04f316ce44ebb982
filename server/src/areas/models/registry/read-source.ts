import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { Failure } from '@vermilion/contract/kernel/errors'
import { maxStoredModelBytes, maxModelFileBytes } from '@vermilion/contract/models/model-files'
import { zip } from '#areas/files'
import { TrackingProblem, type ArtifactSource } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import { greyPicture } from '../import/grey-picture.ts'
import { abilitiesOf, describeModel } from '../import/model-import.ts'
import { runtimeOf } from '../import/stored-file.ts'
import type { Trials } from '../import/trials.ts'

type SourceFile = ReturnType<ArtifactSource['files']> extends AsyncGenerator<infer File> ? File : never

const maxFiles = 10_000

/** Imports an MLflow folder: a runnable network as such, anything else as a zip. */
export async function readSource(source: ArtifactSource, blobs: BlobStore, trials: Trials) {
  const files = await Array.fromAsync(limited(source))
  if (files.length === 0)
    throw new TrackingProblem('INVALID_PARAMETER_VALUE', `There are no files at ${source.uri}: log the model first`)
  const network = files.find(({ path, size }) => path.endsWith('.onnx') && size <= maxModelFileBytes)
  const runnable = network && (await trials.inTurn(network.size, () => keepRunnable(network, blobs, trials)))
  if (runnable !== undefined) return runnable
  const modifiedAt = new Date(0)
  const entries = files.map(({ path, size, open }) => ({ path, modifiedAt, stat: async () => ({ size, open }) }))
  const { checksum, size } = await blobs.put(zip(Readable.from(entries)))
  return { type: 'stored-model', format: 'mlflow', refusal: null, framework: runtimeOf.mlflow, checksum, size } as const
}

async function* limited({ files, uri }: ArtifactSource) {
  let count = 0
  let bytes = 0
  for await (const file of files()) {
    count += 1
    bytes += file.size
    if (count > maxFiles || bytes > maxStoredModelBytes)
      throw new TrackingProblem('INVALID_PARAMETER_VALUE', `${uri} holds more than a model may`)
    yield file
  }
}

async function keepRunnable({ open }: SourceFile, blobs: BlobStore, trials: Trials) {
  try {
    const described = describeModel(await buffer(await open()))
    await trials.tryOut(described, greyPicture)
    const { checksum, size } = await blobs.put(Readable.from([described.content]))
    return { type: 'cloud-inference-model', checksum, size, ...abilitiesOf(described.metadata) } as const
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
