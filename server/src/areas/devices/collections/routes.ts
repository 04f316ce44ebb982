import type { deviceCollectionEndpoints } from '@vermilion/contract/devices/collections'
import type { Handlers } from '#platform/http/handler'
import type { DeviceCollections } from './collections.ts'

export const deviceCollectionRoutes = (collections: DeviceCollections): Handlers<typeof deviceCollectionEndpoints> => ({
  listDeviceCollections: ({ params }) => collections.list(params.deviceId),
  createDeviceCollection: {
    transaction: 'own',
    handle: ({ params, body, account }) => collections.create(params.deviceId, body, account.username),
  },
  updateDeviceCollection: ({ params, body }) => collections.update(params.deviceId, params.collectionId, body),
  deleteDeviceCollection: {
    transaction: 'own',
    async handle({ params, account }) {
      await collections.remove(params.deviceId, params.collectionId, account.username)
      return {}
    },
  },
  runDeviceCollection: ({ params, account }) => collections.run(params.deviceId, params.collectionId, account.username),
  stopDeviceCollection: {
    transaction: 'own',
    handle: ({ params, account }) => collections.stop(params.deviceId, params.collectionId, account.username),
  },
  listCollectionRuns: ({ params }) => collections.runs(params.deviceId, params.collectionId),
})
