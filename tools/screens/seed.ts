import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type Call } from '../../e2e/support/server/client.ts'
import type { Server } from '../../e2e/support/server/server.ts'
import type { EndpointInput } from '../../contract/src/kernel/endpoint.ts'
import { itemChangeEndpoints } from '../../contract/src/datasets/changes.ts'
import { type DatasetItem } from '../../contract/src/datasets/items.ts'
import { type DataEvaluation, dataEvaluationEndpoints } from '../../contract/src/data-evaluations.ts'
import { captionEndpoints } from '../../contract/src/fine-tunings/captions.ts'
import { type FineTuning, fineTuningEndpoints } from '../../contract/src/fine-tunings/endpoints.ts'
import { generationEndpoints, type Generation } from '../../contract/src/generations.ts'
import { type Device, deviceEndpoints } from '../../contract/src/devices.ts'
import { datasetEndpoints, type Dataset } from '../../contract/src/datasets.ts'
import { workflowEndpoints } from '../../contract/src/generations/workflows.ts'
import { rolloutEndpoints, type Rollout } from '../../contract/src/rollouts.ts'
import { artifactEndpoints } from '../../contract/src/rollouts/artifacts.ts'
import { scriptArchive } from '../../server/src/areas/rollouts/testing/script-archive.ts'
import { putFiles } from '../../e2e/support/content/put-files.ts'
import { fileEndpoints } from '../../contract/src/files.ts'
import { imageSearchEndpoints } from '../../contract/src/image-search.ts'
import { modelEndpoints, type Model } from '../../contract/src/models.ts'
import { sampleEndpoints } from '../../contract/src/samples.ts'
import { serviceEndpoints } from '../../contract/src/services.ts'
import { spaceEndpoints, type Space } from '../../contract/src/spaces.ts'
import { taskEndpoints, type Task } from '../../contract/src/tasks.ts'

/** Objects shown on the screens. */
export interface Seed {
  readonly space: Space
  readonly dataset: Dataset
  readonly item: DatasetItem
  /** A classification dataset whose first image has its class. */
  readonly classes: Dataset
  readonly training: Task
  readonly inference: Task
  readonly model: Model
  readonly fineTuning: FineTuning
  readonly generation: Generation
  readonly evaluation: DataEvaluation
  readonly device: Device
  readonly rollout: Rollout
}

interface SeedOptions {
  readonly images?: number
  readonly epochs?: number
  /** Address of a ComfyUI server without the imported workflow's models. */
  readonly comfyui: string
  /** A real board, if available; without it the device waits for its host key. */
  readonly board: Board | undefined
}

interface Board {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly privateKey: string
  readonly fingerprint: () => string
}

/** Polling interval in milliseconds. */
const interval = 500

/**
 * Runs the full loop on a fresh server: sample, short training, inference. Screenshots use more images and epochs than tests that
 * need just some content.
 */
export async function seed(server: Server, { images = 120, epochs = 30, comfyui, board }: SeedOptions): Promise<Seed> {
  const call = createClient(server)
  await importWorkflow(call, comfyui)
  const device = await addDevice(call, board)
  const order = { name: 'warehouse-floor', count: images, seed: 11, labeled: true }
  const { id: spaceId } = await call(sampleEndpoints.createSample, { body: order })
  const space = await until(
    () => call(spaceEndpoints.getSpace, { params: { spaceId } }),
    ({ status }) => status === 'success',
  )
  const [sample] = (await call(datasetEndpoints.listDatasets, { query: {} })).items
  if (sample === undefined) throw new Error('the sample has no dataset')
  const names = { assignee: 'admin', assignedReviewer: 'admin' }
  const dataset = await call(datasetEndpoints.updateDataset, { params: { datasetId: sample.id }, body: names })
  const items = await call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  const item = items.items.toSorted((a, b) => b.annotationCount - a.annotationCount)[0]
  if (item === undefined) throw new Error('the dataset is empty')
  await keepVersion(call, dataset, { name: 'first-labels' })
  const body = { name: 'floor-detector', image: 'vermilion/starter-detector', parameters: { epochs } }
  const training = await waitForEnd(call, await call(datasetEndpoints.startTraining, { params: { datasetId: dataset.id }, body }))
  // The model may be counted a moment after the list was read.
  const models = await until(
    () => call(modelEndpoints.listModels, { query: {} }),
    ({ items: listed }) => listed.length > 0,
  )
  const [model] = models.items
  if (model === undefined) throw new Error('the training left no model')
  const source = { kind: 'dataset', datasetId: dataset.id } as const
  const inference = await call(modelEndpoints.startInference, {
    params: { modelId: model.id },
    body: { name: 'floor-check', source },
  })
  const generation = await generate(call)
  const evaluation = await evaluate(call, generation.spaceId)
  await keepVersion(call, dataset, { name: 'train-only', filter: { split: ['train'] } })
  const classes = await classify(call, generation.spaceId, 'clean-or-not')
  const { id: datasetId } = await classify(call, generation.spaceId, 'first-try')
  await call(datasetEndpoints.deleteDataset, { params: { datasetId } })
  await writeCaptions(call, generation.spaceId)
  const last = await waitForEnd(call, inference)
  const rollout = await rollOut(server, call, device)
  const fineTuning = await fineTune(call, space, epochs)
  await indexImages(call)
  const made = { training, inference: last, model, fineTuning, generation, evaluation }
  return { space, dataset, item, classes, ...made, device, rollout }
}

async function classify(call: Call, spaceId: string, name: string): Promise<Dataset> {
  const kind = { labelType: 'picture-classification', format: 'coco', type: 'image' } as const
  const labels = [{ name: 'spilled' }, { name: 'clean' }]
  const { id: datasetId } = await call(datasetEndpoints.createDataset, {
    body: { name, ...kind, spaceId, labels },
  })
  const params = { datasetId }
  const dataset = await until(
    () => call(datasetEndpoints.getDataset, { params }),
    ({ status }) => status === 'success',
  )
  const [first] = (await call(datasetEndpoints.listItems, { params, query: { limit: 1 } })).items
  const [spilled] = dataset.labels
  if (first === undefined || spilled === undefined) throw new Error('nothing can be classified')
  const change = { labelId: spilled.id, mode: 'set' } as const
  await call(itemChangeEndpoints.changeItems, { params, body: { selection: { itemIds: [first.id] }, change } })
  return dataset
}

async function keepVersion(call: Call, { id: datasetId }: Dataset, body: EndpointInput<typeof datasetEndpoints.createVersion>['body']): Promise<void> {
  const { id: versionId } = await call(datasetEndpoints.createVersion, { params: { datasetId }, body })
  await until(
    () => call(datasetEndpoints.getVersion, { params: { versionId } }),
    ({ status }) => status === 'success',
  )
}

/** Captions two of three pictures, as in work in progress. */
async function writeCaptions(call: Call, spaceId: string): Promise<void> {
  const { items } = await call(captionEndpoints.listCaptions, { params: { spaceId }, query: {} })
  for (const [at, { fileId }] of items.entries()) {
    const body = { caption: at % 2 === 0 ? 'kitchen, white tiles, a spill' : 'living room, wooden floor, a cat' }
    if (at % 3 !== 2) await call(captionEndpoints.saveCaption, { params: { spaceId, fileId }, body })
  }
}

/** A LoRA of the sample's floors; screenshots use more steps. */
async function fineTune(call: Call, space: Space, epochs: number): Promise<FineTuning> {
  const steps = Math.max(4, epochs * 4)
  const parameters = { steps, sampleEvery: Math.ceil(steps / 4), samples: 2, resolution: 32, batch: 4 }
  const source = { kind: 'space', spaceId: space.id } as const
  const body = { name: 'warehouse-floor', loraName: 'warehouse_floor', triggerWords: 'warehouse floor', source, parameters }
  const { id } = await call(fineTuningEndpoints.createFineTuning, { body })
  const list = () => call(fineTuningEndpoints.listFineTunings, { query: {} })
  const done = await until(list, ({ items }) => items.some((task) => task.id === id && task.modelId !== null))
  const task = done.items.find((each) => each.id === id)
  if (task === undefined) throw new Error('the fine-tuning is gone')
  return task
}

/** Indexes all data spaces for similarity search. */
async function indexImages(call: Call): Promise<void> {
  await call(imageSearchEndpoints.buildSearchIndex, { body: { spaces: [] } })
  await until(
    () => call(imageSearchEndpoints.getSearchIndex, {}),
    ({ images, indexed, isBuilding }) => !isBuilding && images > 0 && indexed === images,
  )
}

/** Adds a device; with a board, waits until it has been read. */
async function addDevice(call: Call, board: Board | undefined): Promise<Device> {
  const about = { name: 'bench-board', group: 'line 3', tags: ['camera'], notes: 'On the bench by the window.' }
  if (board === undefined) {
    const credentials = { method: 'server-key' } as const
    const body = { ...about, host: '127.0.0.1', port: 9, username: 'root', credentials }
    return call(deviceEndpoints.createDevice, { body })
  }
  const { host, port, username, privateKey } = board
  const access = { host, port, username, credentials: { method: 'key', privateKey } } as const
  const body = { ...about, ...access, fingerprint: board.fingerprint() }
  const { id: deviceId } = await call(deviceEndpoints.createDevice, { body })
  return until(
    () => call(deviceEndpoints.getDevice, { params: { deviceId } }),
    ({ facts, reading }) => facts !== null && reading !== null,
  )
}

async function importWorkflow(call: Call, url: string): Promise<void> {
  const chat = { url: 'http://127.0.0.1:9/v1', model: 'qwen3-vl:8b', vision: true }
  await call(serviceEndpoints.createService, { body: { kind: 'chat', name: 'gpu-2', settings: chat } })
  await call(serviceEndpoints.createService, { body: { kind: 'image-generation', name: 'gpu-1', settings: { url } } })
  await call(workflowEndpoints.importWorkflow, { body: { name: 'checkpoint-with-lora', template: 'checkpoint-lora' } })
}

/** A rollout to the device from a file of a data space; a draft when the device is offline. */
async function rollOut(server: Server, call: Call, device: Device): Promise<Rollout> {
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'updates', path: 'updates' } })
  const add = async (version: string, notes: string) => {
    const fileName = `gate-app-${version}.tar.gz`
    await putFiles(server, spaceId, { [fileName]: await scriptArchive({ name: 'gate-app', version, compatible: '' }) })
    const { items } = await call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
    const file = items.find(({ name }) => name === fileName)
    if (file === undefined) throw new Error('the update was not uploaded')
    return call(artifactEndpoints.addArtifact, { body: { fileId: file.id, notes } })
  }
  const { id: artifactId } = await add('1.4.2', 'Opens the gate 200 ms earlier.')
  await add('1.5.0', 'Reads number plates at night.')
  const isReached = device.status === 'online'
  const healthCheck = { kind: 'command', command: 'test -e "$HOME/gate-app-in-use"', deadlineSeconds: 60 } as const
  const devices = { deviceIds: [device.id] }
  const body = { name: 'gate-app 1.4.2', artifactId, devices, healthCheck, start: isReached }
  const rollout = await call(rolloutEndpoints.createRollout, { body })
  return until(
    () => call(rolloutEndpoints.getRollout, { params: { rolloutId: rollout.id } }),
    ({ status }) => !isReached || status === 'success',
  )
}

/** Generates into a space of its own, so that the sample's stays unchanged. */
async function generate(call: Call): Promise<Generation> {
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'generated', path: 'generated' } })
  const items = [
    { scene: 'kitchen', floor: 'tile', dirt: 'spill', dirtCount: 2, weight: 2 },
    { scene: 'living-room', floor: 'wood', animal: 'cat' },
  ]
  const body = { name: 'kitchen-and-cats', width: 256, height: 192, count: 18, seed: 7, items }
  const { id: generationId } = await call(generationEndpoints.createGeneration, { params: { spaceId }, body })
  return until(
    () => call(generationEndpoints.getGeneration, { params: { generationId } }),
    ({ status }) => status === 'success',
  )
}

const cleanliness = {
  name: 'cleanliness',
  criteria: [
    {
      key: 'dirt',
      name: { en: 'Dirt', zh: '污渍' },
      description: { en: '0 is no dirt at all, 100 is dirt all over', zh: '0 表示没有污渍，100 表示遍布污渍' },
      weight: 3,
    },
    {
      key: 'floor',
      name: { en: 'Floor', zh: '地面' },
      description: { en: '0 is no floor to be seen, 100 is nothing else', zh: '0 表示看不到地面，100 表示全是地面' },
      weight: 1,
    },
  ],
}

/** Evaluates images by statistics, which need no service, and adds a user-defined standard. */
async function evaluate(call: Call, spaceId: string): Promise<DataEvaluation> {
  await call(dataEvaluationEndpoints.createStandard, { body: cleanliness })
  const selection = { filter: { recursive: true } }
  const body = { name: 'sharp-and-bright', selection, models: ['image-statistics'] }
  const { id: evaluationId } = await call(dataEvaluationEndpoints.createDataEvaluation, { params: { spaceId }, body })
  return until(
    () => call(dataEvaluationEndpoints.getDataEvaluation, { params: { evaluationId } }),
    ({ status }) => status === 'success',
  )
}

function waitForEnd(call: Call, { id: taskId }: Task): Promise<Task> {
  return until(
    () => call(taskEndpoints.getTask, { params: { taskId } }),
    ({ status }) => status === 'success',
  )
}

async function until<Value extends object>(ask: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask()
    if (holds(value)) return value
    if ('status' in value && (value.status === 'failed' || value.status === 'error')) {
      throw new Error(`${'name' in value ? String(value.name) : 'something'} failed`)
    }
    await wait(interval)
  }
}
