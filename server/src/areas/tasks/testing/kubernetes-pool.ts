import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import type { Client } from '../../../testing/client.ts'
import type { TestCluster } from '../../executors/testing/kubernetes-cluster.ts'

export type ClusterPlace = Awaited<ReturnType<typeof makePlace>>

/** A namespace of a cluster and a folder that its nodes see, with a data source in `files`, for a pool of tests. */
export async function makePlace({ kubeconfig, client, image }: TestCluster) {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-pool-'))
  const shared = join(folder, 'shared')
  const files = join(folder, 'files')
  for (const path of [shared, files]) await mkdir(path)
  await writeFile(join(files, 'floor.txt'), 'tiles')
  const namespace = `vermilion-test-${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  await client.call('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } })
  const storage = { storage: 'host-path', sharedHere: shared, sharedThere: shared } as const
  return {
    folder,
    files,
    namespace,
    settings: { kubeconfig, namespace, ...storage },
    environment: { VERMILION_ROOTS: files },

    /** Adds the image of the tests to the catalogue, and returns its name there. */
    async addImage(server: Pick<Client, 'call'>): Promise<string> {
      const { name } = await server.call(imageEndpoints.createTrainingImage, {
        body: {
          name: 'test/shell',
          address: image,
          framework: 'shell',
          labelTypes: ['target-detection'],
          dataFormat: 'coco',
          command: ['/bin/true'],
          parameters: {},
        },
      })
      return name
    },

    async close() {
      await client.call('DELETE', `/api/v1/namespaces/${namespace}`)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
