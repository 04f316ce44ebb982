import type { SceneItem } from '@vermilion/contract/generations/config'
import { rendererWorkflow, type Workflow } from '@vermilion/contract/generations/engines'
import {
  animalKinds,
  dirtKinds,
  floorKinds,
  maxSceneSide,
  sceneConfig,
  sceneKinds,
  smallAnimalKinds,
} from '@vermilion/contract/scenes'
import { renderedFamily } from '@vermilion/contract/models/lora'
import { createSceneRenderers } from '#areas/spaces'
import { type GenerationEngine, ImageFailed, type ImageOrder, type UsualBytes } from './engine.ts'
import type { FloorMaterial, FloorMaterials } from './materials/floor-materials.ts'

const vocabulary = {
  scene: [...sceneKinds],
  floor: [...floorKinds],
  dirt: [...dirtKinds],
  smallAnimal: [...smallAnimalKinds],
  animal: [...animalKinds],
}

const workflowOf = (materials: FloorMaterials | undefined): Workflow => ({
  id: rendererWorkflow,
  name: 'Floor scenes',
  engine: 'renderer',
  capabilities: {
    loras: materials !== undefined,
    loraFamily: renderedFamily,
    depthReference: false,
    styleImage: true,
    negativePrompt: false,
    words: false,
    vocabulary,
    truth: true,
    largestSide: maxSceneSide,
  },
})

/** Measured over all floors; deviations beyond half are rare from 256 pixels a side. */
const usualBytes: UsualBytes = { image: 0.13, depth: 0.02, mask: 0.003 }

interface RendererNeeds {
  readonly materials?: FloorMaterials | undefined
  readonly processes?: number
}

export function createRendererEngine({ materials, processes }: RendererNeeds): GenerationEngine {
  const workflow = workflowOf(materials)
  const renderers = createSceneRenderers(processes)

  return {
    workflows: async () => [workflow],
    concurrency: () => renderers.concurrency,
    maxUnwritten: 4,
    usualBytes,
    keepVersion: async () => null,
    openVersion: async () => undefined,
    check: async (_workflow, config) => materials?.check(config),
    async make(order, signal) {
      signal.throwIfAborted()
      const material = (await materials?.of(order.plan, signal)) ?? null
      const { config, styleImage } = order
      const strength = config.styleImage?.strength ?? 0
      const style = styleImage === null ? null : { content: styleImage, strength }
      const options = { exact: true, masks: true, byProducts: config.byProducts, style }
      const scene = await renderers.render(configOf(order, material), 0, options, signal)
      const { content, objects, isExact, byProducts } = scene
      if (!isExact) throw new ImageFailed('no place was found where everything that the item names is seen')
      const truth = objects.flatMap(({ label, kind, mask }) => (mask === null ? [] : [{ label, kind, mask }]))
      const models = material === null ? [] : [material.model]
      return { content, extension: 'jpg', truth, byProducts, workflowHash: null, workflowValues: null, models }
    },
    async close() {
      materials?.close()
      await renderers.close()
    },
  }
}

function configOf({ config: { width, height }, plan: { item, seed } }: ImageOrder, material: FloorMaterial | null) {
  const some = <Key extends string>(key: Key, word: string) => (word === '' ? {} : { [key]: [word] })
  return sceneConfig.parse({
    seed,
    width,
    height,
    count: 1,
    ...(material === null ? {} : { floorPictures: material.folder }),
    ...some('scenes', item.scene),
    ...some('floors', item.floor),
    ...some('dirtKinds', item.dirt),
    ...some('smallAnimalKinds', item.smallAnimal),
    ...some('animalKinds', item.animal),
    dirt: numberOf(item.dirt, item.dirtCount),
    smallAnimals: numberOf(item.smallAnimal, item.smallAnimalCount),
    animals: numberOf(item.animal, item.animalCount),
  })
}

const numberOf = (word: SceneItem['dirt'], count: number): [number, number] => (word === '' ? [0, 0] : [count, count])
