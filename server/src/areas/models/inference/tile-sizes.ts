import { buffer } from 'node:stream/consumers'
import { inputExtent } from '@vermilion/contract/detection/input-settings'
import type { Size } from '@vermilion/contract/detection/letterbox'
import { metadataKey, modelMetadata } from '@vermilion/contract/detection/model-metadata'
import { canBeTiled } from '@vermilion/contract/detection/tiles/tiles'
import type { InferenceModel } from '@vermilion/contract/models'
import type { BlobStore } from '#platform/blobs/blob-store'
import { readOnnxMetadata } from '../import/onnx-metadata.ts'

const maxRemembered = 500

/** Reads the size of a model's input from its file, once for each content. */
export function createTileSizes(blobs: Pick<BlobStore, 'open'>) {
  const sizes = new Map<string, Size>()

  async function readSize({ checksum }: InferenceModel): Promise<Size> {
    const text = readOnnxMetadata(await buffer(await blobs.open(checksum)))[metadataKey]
    return inputExtent(modelMetadata.parse(JSON.parse(text ?? 'null')).input)
  }

  return async (model: InferenceModel): Promise<Size | null> => {
    if (!canBeTiled[model.labelType]) return null
    const size = sizes.get(model.checksum) ?? (await readSize(model))
    if (sizes.size < maxRemembered) sizes.set(model.checksum, size)
    return size
  }
}
