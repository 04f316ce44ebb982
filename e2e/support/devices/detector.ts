import { datasetEndpoints } from '../../../contract/src/datasets.ts'
import { taskEndpoints } from '../../../contract/src/tasks.ts'
import { labeledSample } from '../content/labeled.ts'
import type { createClient } from '../server/client.ts'
import { expect } from '../story.ts'

/** Starts training a detector on labeled images. `model` resolves once it exists. */
export async function trainDetector(call: ReturnType<typeof createClient>, images: number) {
  const { id: datasetId } = await labeledSample(call, images, { width: 128, height: 96 })
  const training = await call(datasetEndpoints.startTraining, {
    params: { datasetId },
    body: {
      name: 'floor-detector',
      image: 'vermilion/starter-detector',
      parameters: { inputSize: 64, width: 8, epochs: 8 },
    },
  })
  const modelOf = async () => (await call(taskEndpoints.getTask, { params: { taskId: training.id } })).modelId
  return {
    trainingId: training.id,
    async model(): Promise<string> {
      await expect.poll(modelOf).toBeTruthy()
      return (await modelOf()) ?? ''
    },
  }
}
