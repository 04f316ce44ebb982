import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { encodeCoco } from '@vermilion/contract/formats/coco/document'
import type { LabeledImage } from '@vermilion/contract/formats/labeled-images'
import { encodeYoloConfiguration, yoloLabelPath } from '@vermilion/contract/formats/yolo/configuration'
import { encodeYoloLabels } from '@vermilion/contract/formats/yolo/labels'
import { sampleLabels, sceneFileName, sceneLabels } from '@vermilion/contract/scenes'
import type { SampleFolderProgress, SampleFolderRequest, SampleFormat, SceneConfig } from '@vermilion/contract/scenes'
import { readFloorPicture } from './floors/read-floor-picture.ts'
import { createRandom } from './random.ts'
import { encodeScene } from './encode-scene.ts'
import { renderScene } from './scene.ts'
import type { RenderedScene } from './scene.ts'

function describeScene(scene: RenderedScene, path: string): LabeledImage {
  const shapes = scene.objects.map(({ label, box }) => ({
    kind: 'box' as const,
    labelIndex: sceneLabels.indexOf(label),
    box: { ...box },
  }))
  return { path, width: scene.width, height: scene.height, shapes }
}

/** Every fifth image on average goes to validation, chosen by seed and index, independent of the count. */
const isHeldOut = (seed: number, index: number): boolean => createRandom(seed, index, 0x5b1d).chance(0.2)

const coco = {
  pathOf: (_config: SceneConfig, index: number) => `images/default/${sceneFileName(index)}`,
  finish: async (folder: string, images: LabeledImage[]) => {
    const named = images.map((image) => ({ ...image, path: image.path.replace('images/default/', '') }))
    const document = encodeCoco({ labels: sampleLabels(), images: named })
    await put(folder, 'annotations/instances_default.json', JSON.stringify(document))
  },
}

const yolo = {
  pathOf: (config: SceneConfig, index: number) =>
    `images/${isHeldOut(config.seed, index) ? 'val' : 'train'}/${sceneFileName(index)}`,
  finish: async (folder: string, images: LabeledImage[]) => {
    for (const split of ['train', 'val']) await mkdir(join(folder, 'images', split), { recursive: true })
    for (const image of images) await put(folder, yoloLabelPath(image.path), encodeYoloLabels(image.shapes, image))
    const configuration = { path: '.', train: ['images/train'], val: ['images/val'], test: [], names: [...sceneLabels] }
    await put(folder, 'data.yaml', encodeYoloConfiguration(configuration))
  },
}

const layouts = { coco, yolo } as const satisfies Record<SampleFormat, typeof coco>

async function put(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

interface SampleFolder extends SampleFolderRequest {
  readonly progress?: (progress: SampleFolderProgress) => void
  readonly signal?: AbortSignal
}

/** Existing files of the same names are replaced. Returns the images with paths relative to the folder. */
export async function writeSampleFolder(sample: SampleFolder): Promise<LabeledImage[]> {
  const { folder, config, format, progress, signal } = sample
  const layout = layouts[format]
  const images: LabeledImage[] = []
  let boxes = 0
  for (let index = 0; index < config.count; index += 1) {
    signal?.throwIfAborted()
    const scene = renderScene(config, index, { floorPicture: await readFloorPicture(config, index) })
    const path = layout.pathOf(config, index)
    await put(folder, path, await encodeScene(scene))
    images.push(describeScene(scene, path))
    boxes += scene.objects.length
    progress?.({ images: images.length, boxes })
  }
  await layout.finish(folder, images)
  return images
}
