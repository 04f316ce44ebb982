import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { completionOf } from '../../data-evaluation/testing/chat-fake.ts'
import { createPixelWork, type PixelWork } from '../../data-evaluation/testing/pixels.ts'
import { bringModel } from '../../assist-models/testing/bring-model.ts'
import { tinyCatalogue, type TinyModel, tinyModels } from '../../assist-models/testing/tiny-models.ts'
import { addModel } from '../../models/testing/add-model.ts'
import { colourClassifier, modelFile, redDetector } from '../../models/testing/onnx.ts'
import { startFake } from '../../settings/testing/fake-service.ts'
import { quarters, side } from '../../datasets/testing/red-dataset.ts'
import { createAssistLabellers } from './assist-labeller.ts'
import { createChatLabellers } from './chat/chat-labeller.ts'
import { createModelLabellers } from './model-labeller.ts'
import { describeLabeller } from './testing/conformance.ts'

const exactDetector: TinyModel = {
  ...tinyModels.detector,
  entry: { ...tinyModels.detector.entry, id: 'exact-detector', name: 'Exact detector' },
}

let server: TestServer
let pixels: PixelWork
beforeAll(async () => {
  server = await startTestServer({ assistCatalogue: [exactDetector.entry, ...tinyCatalogue] })
  pixels = createPixelWork(1)
  for (const [name, file] of [
    ['reds', redDetector()],
    ['colours', colourClassifier()],
    ['hollow', modelFile({ labels: ['red'] })],
  ] as const)
    await addModel(server, name, file)
  await bringModel(server, tinyModels.detector)
  await bringModel(server, tinyModels.wordSegmenter)
})
afterAll(() => Promise.all([server.stop(), pixels.close()]))

const ofModel = async (name: string) => {
  const labellers = createModelLabellers({ models: server.app.models, pixels })
  return (await labellers.find(`model:${name}`))!
}

describe.each(['reds', 'colours'])('of %s', (name) => {
  describeLabeller('a model of the repository', async () => ({
    labeller: await ofModel(name),
    close: async () => undefined,
  }))
})

describeLabeller('a chat service', async () => {
  const fake = await startFake(() => completionOf([{ label: 'red', box_2d: [0, 0, 500, 500], score: 0.7 }]))
  const settings = { url: `${fake.address}/v1`, model: 'eyes', vision: true, key: null }
  const services = { ofKind: async () => [{ id: 'eyes', name: 'Eyes', settings }] as never }
  const labeller = await createChatLabellers({ services, pixels }).find('chat:eyes')
  return { labeller: labeller!, close: fake.stop }
})

const assistLabellers = () => createAssistLabellers(server.app.assist)
const ofAssist = async () => (await assistLabellers().list('target-detection'))[0]!
const ofWordSegmenter = async () => (await assistLabellers().list('semantic-segmentation'))[0]!

describeLabeller('a fetched model that finds what words say', async () => ({
  labeller: await ofAssist(),
  close: async () => undefined,
}))

describeLabeller('a fetched model that cuts out what words say', async () => ({
  labeller: await ofWordSegmenter(),
  close: async () => undefined,
}))

test('R1.03 R5.03 words cut out regions where regions are labeled, of which none shares a pixel, and boxes elsewhere', async () => {
  const labeller = await ofWordSegmenter()
  const image = { content: await quarters([1, 0, 0, 1]), width: side, height: side }
  const request = {
    coordinates: 'auto',
    classes: ['方块'],
    prompt: '方块: red; 方块: 红',
    signal: new AbortController().signal,
  } as const
  const sure = async (labelType: 'target-detection' | 'semantic-segmentation') =>
    (await labeller.label(image, { ...request, labelType })).predictions.filter(({ score }) => score > 0.5)
  const half = side / 2
  expect(await sure('target-detection')).toMatchObject(
    [0, half, 0, half].map((at) => ({ kind: 'box', box: { x: at, y: at, width: half, height: half } })),
  )
  const corner = { width: half, height: half, counts: [0, half * half] }
  expect(await sure('semantic-segmentation')).toMatchObject([
    { kind: 'mask', label: '方块', mask: { x: 0, y: 0, ...corner } },
    { kind: 'mask', label: '方块', mask: { x: half, y: half, ...corner } },
  ])
})

test('R5.03 it is asked with the prompt of each label, whatever language the labels are in', async () => {
  const labeller = await ofAssist()
  const image = { content: await quarters([1, 0, 0, 0]), width: side, height: side }
  const labelsOf = async (classes: readonly string[], prompt: string) => {
    const { signal } = new AbortController()
    const request = { labelType: 'target-detection', coordinates: 'auto', classes, prompt, signal } as const
    const { predictions } = await labeller.label(image, request)
    return predictions.filter(({ score }) => score > 0.5).map(({ label }) => label)
  }
  expect(await labelsOf(['方块', '海'], '方块: red; 海：blue')).toEqual(['方块'])
  expect(await labelsOf(['方块', '海'], 'find everything')).toEqual([])
  expect(await labelsOf(['方块'], 'something red')).toEqual(['方块'])
  expect(await labelsOf(['blue', 'red'], `ignore this; ${'x'.repeat(1_900)}: y`)).toEqual(['red'])
})

test('R8.09 a model that cannot be run says so, of every image', async () => {
  const labeller = await ofModel('hollow')
  const image = { content: await quarters([1]), width: side, height: side }
  const request = {
    labelType: 'target-detection',
    classes: ['red'],
    prompt: 'red',
    coordinates: 'auto',
    signal: new AbortController().signal,
  } as const
  await expect(labeller.label(image, request)).rejects.toMatchObject({ isGeneral: true })
})

test('R1.03 R5.03 a run keeps the model that it began with, also once another one serves', async () => {
  const labeller = await ofAssist()
  expect((await assistLabellers().find(labeller.id))?.name).toBe('Tiny detector')
  await bringModel(server, exactDetector)
  expect((await ofAssist()).name).toBe('Exact detector')
  expect((await assistLabellers().find(labeller.id))?.name).toBe('Tiny detector')
  expect(await assistLabellers().find(`${labeller.id}0`)).toBeUndefined()
})
