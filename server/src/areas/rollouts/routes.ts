import type { rolloutEndpoints } from '@vermilion/contract/rollouts'
import type { installationEndpoints } from '@vermilion/contract/rollouts/installations'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Handlers } from '#platform/http/handler'
import type { Platform } from '#platform/platform'
import { ensureModelPackage } from './artifacts/model-package.ts'
import type { InstallationStore } from './devices/installation-store.ts'
import { type PreviewNeeds, previewRollout } from './devices/preview.ts'
import { toRolloutDevice } from './devices/store.ts'
import type { RolloutStores } from './devices/stores.ts'
import type { RolloutService } from './service.ts'

interface RouteNeeds extends RolloutStores, Omit<PreviewNeeds, 'installations'>, Pick<Platform, 'blobs'> {
  readonly service: RolloutService
}

export function rolloutRoutes(needs: RouteNeeds): Handlers<typeof rolloutEndpoints> {
  const { service, artifacts, rolloutDevices, history, installations, devices, models, blobs } = needs
  return {
    listRollouts: ({ query }) => service.page(query),
    createRollout: {
      transaction: 'own',
      handle: async ({ body: { artifactId, ...input }, account }) =>
        service.create(await artifacts.get(artifactId), input, account.username),
    },
    previewRollout: ({ body }) => previewRollout(needs, body),
    getRollout: ({ params }) => service.get(params.rolloutId),
    async deleteRollout({ params }) {
      await service.remove(params.rolloutId)
      return {}
    },
    startRollout: ({ params, account }) => service.start(params.rolloutId, account.username),
    pauseRollout: ({ params, account }) => service.pause(params.rolloutId, account.username),
    resumeRollout: ({ params, account }) => service.resume(params.rolloutId, account.username),
    abortRollout: ({ params, account }) => service.abort(params.rolloutId, account.username),
    retryRollout: ({ params, account }) => service.retry(params.rolloutId, account.username),
    rollBackRollout: ({ params, body, account }) =>
      service.rollBack(params.rolloutId, body.deviceIds, account.username),
    async listRolloutDevices({ params, query }) {
      await service.require(params.rolloutId)
      const page = await rolloutDevices.page(params.rolloutId, query)
      return { ...page, items: page.items.map(toRolloutDevice) }
    },
    async rolloutLog({ params }) {
      const row = await rolloutDevices.ofDevice(params.rolloutId, params.deviceId)
      if (row === undefined) throw fail('rollout.not-found')
      return history.lines(row.id)
    },
    async listRolloutRecords({ params }) {
      await service.require(params.rolloutId)
      return history.records(params.rolloutId)
    },
    async deviceInstallations({ params }) {
      await devices.service.get(params.deviceId)
      return installations.ofDevice(params.deviceId)
    },
    async deviceRollouts({ params, query }) {
      await devices.service.get(params.deviceId)
      const page = await rolloutDevices.pageOfDevice(params.deviceId, query)
      const items = page.items.map(async (row) => ({
        ...toRolloutDevice(row),
        ...(await service.nameOf(row.rolloutId)),
      }))
      return { ...page, items: await Promise.all(items) }
    },
    deployModel: {
      transaction: 'own',
      async handle({ params, body, account }) {
        const creator = account.username
        const model = await models.runnable.get(params.modelId)
        const { confidence } = await models.recommendedThreshold(model)
        const artifact = await ensureModelPackage(model, { artifacts, blobs, creator, confidence })
        return service.create(artifact, body, creator)
      },
    },
    async modelDeployments({ params }) {
      await models.get(params.modelId)
      return installations.ofModel(params.modelId)
    },
  }
}

export function installationRoutes(installations: InstallationStore): Handlers<typeof installationEndpoints> {
  return { listInstallations: ({ query }) => installations.ofDevices(query.devices) }
}
