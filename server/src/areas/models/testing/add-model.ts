import { Readable } from 'node:stream'
import { metadataKey, labelTypeOf, modelMetadata } from '@vermilion/contract/detection/model-metadata'
import type { InferenceModel } from '@vermilion/contract/models'
import { predictionKinds, unmeasured } from '@vermilion/contract/predictions'
import type { TestServer } from '../../../testing/start-server.ts'
import { readOnnxMetadata } from '../import/onnx-metadata.ts'
import { newlyAdded } from '../rows/model-row.ts'
import { createModelStore } from '../store.ts'

export async function addModel(server: TestServer, name: string, file: Buffer): Promise<InferenceModel> {
  const { checksum, size } = await server.platform.blobs.put(Readable.from([file]))
  const metadata = modelMetadata.parse(JSON.parse(readOnnxMetadata(file)[metadataKey] ?? 'null'))
  const labelType = labelTypeOf[metadata.task]
  const model: InferenceModel = {
    ...newlyAdded,
    id: name,
    name,
    type: 'cloud-inference-model',
    size,
    checksum,
    framework: 'test',
    labelType,
    predictionKind: predictionKinds[labelType],
    labels: metadata.labels,
    inputSize: metadata.input.size,
    metrics: unmeasured,
    datasetId: null,
    datasetName: 'none',
    datasetFormat: 'coco',
    datasetType: 'image',
    taskId: null,
    taskName: 'none',
    covers: [],
    creator: 'admin',
    createdAt: new Date().toISOString(),
  }
  await createModelStore(server.platform.database).add(model)
  return model
}
