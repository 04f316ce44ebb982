import { generatedSideLimit, type Workflow } from '@vermilion/contract/generations/engines'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Services } from '#areas/settings'
import type { GenerationEngine } from '../engine.ts'
import { checkPicture } from '../check-picture.ts'
import { requestImage } from './client.ts'

const atOnce = 4

const prefix = 'images-api:'

export function createImagesApiEngine(services: Pick<Services, 'ofKind'>): GenerationEngine {
  async function serviceOf({ id }: Workflow) {
    const service = (await services.ofKind('images-api')).find((each) => `${prefix}${each.id}` === id)
    if (service === undefined) throw fail('generation.workflow-missing')
    return service
  }

  return {
    async workflows() {
      const existing = await services.ofKind('images-api')
      return existing.map(({ id, name, settings }) => ({
        id: `${prefix}${id}`,
        name: `${name} (${settings.model})`,
        engine: 'images-api',
        capabilities: {
          loras: false,
          loraFamily: null,
          depthReference: false,
          styleImage: true,
          negativePrompt: false,
          words: true,
          vocabulary: null,
          truth: false,
          largestSide: generatedSideLimit,
        },
      }))
    },
    concurrency: () => atOnce,
    maxUnwritten: 0,
    usualBytes: null,
    keepVersion: async () => null,
    openVersion: async () => undefined,
    async check(workflow) {
      await serviceOf(workflow)
    },
    async make({ workflow, config: { width, height }, plan: { prompt }, styleImage }, signal) {
      const service = await serviceOf(workflow)
      const content = await requestImage(service, { prompt, width, height, picture: styleImage, signal })
      const { extension } = await checkPicture(content)
      return {
        content,
        extension,
        truth: null,
        byProducts: [],
        workflowHash: null,
        workflowValues: null,
        models: [service.settings.model],
      }
    },
    close: async () => undefined,
  }
}
