import { rendererWorkflow } from '@vermilion/contract/generations/engines'
import { afterAll } from 'vitest'
import { createRendererEngine } from './renderer.ts'
import { describeEngine } from './testing/conformance.ts'

const engine = createRendererEngine({ processes: 1 })
afterAll(() => engine.close())

const crowd = {
  dirt: 'dust',
  dirtCount: 30,
  smallAnimal: 'lizard',
  smallAnimalCount: 30,
  animal: 'dog',
  animalCount: 30,
}

describeEngine('renderer', async () => ({
  engine,
  workflowId: rendererWorkflow,
  item: { floor: 'wood', dirt: 'spill', dirtCount: 1 },
  impossible: { width: 64, height: 64, items: [crowd] },
  slow: { width: 1024, height: 1024 },
  begun: async () => undefined,
}))
