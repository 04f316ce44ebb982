import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spaceEndpoints } from '../../contract/src/spaces.ts'
import { clusterFor, skippedWithoutCluster } from '../../server/src/areas/executors/testing/expected-cluster.ts'
import { createClient, testPassword } from '../../server/src/testing/client.ts'
import { upload } from '../../server/src/testing/upload.ts'
import { chart, runHelm, skippedWithoutHelm } from './testing/helm.ts'
import { isReady, productImage, skippedWithoutImage, until, watchRelease } from './testing/release.ts'

const cluster = await clusterFor()
const skipped = `${skippedWithoutCluster()}${skippedWithoutHelm}${skippedWithoutImage}`
const release = 'alone'
const namespace = `vermilion-chart-${process.pid}`
const volume = `${namespace}-volume`

describe.skipIf(skipped !== '')(`a server alone on a cluster${skipped}`, () => {
  const call = (method: string, path: string, more?: object) => cluster?.client.call<object>(method, path, more)
  let folder = ''
  let its: ReturnType<typeof watchRelease>

  beforeAll(async () => {
    if (cluster === null) return
    its = watchRelease(cluster, namespace, release)
    folder = await mkdtemp(join(tmpdir(), 'vermilion-chart-'))
    await mkdir(join(folder, 'data'))
    // The kubelet gives a folder of the node to no group, as it does other volumes.
    await chown(join(folder, 'data'), 10_001, 10_001)
    await call('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } })
    await call('POST', '/api/v1/persistentvolumes', {
      body: {
        metadata: { name: volume },
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          storageClassName: volume,
          hostPath: { path: join(folder, 'data') },
        },
      },
    })
  })
  afterAll(async () => {
    await call('DELETE', `/api/v1/namespaces/${namespace}`)
    await call('DELETE', `/api/v1/persistentvolumes/${volume}`)
    await rm(folder, { recursive: true, force: true })
  })

  const helm = (verb: string, values: object = {}) =>
    runHelm([verb, release, ...(verb === 'uninstall' ? [] : [chart]), '--namespace', namespace, '--wait'], values)

  async function signedIn() {
    const [pod] = (await its.pods()).filter(isReady)
    const one = createClient(() => `http://${pod?.status.podIP}:7860`)
    await one.signIn()
    return one
  }

  test('is installed, used, changed and used again, and its volume outlives it', async () => {
    const values = {
      image: { ...productImage(), pullPolicy: 'Never' },
      adminPassword: { value: testPassword },
      persistence: { size: '1Gi', storageClass: volume },
      resources: { requests: { cpu: '100m', memory: '256Mi' } },
    }
    await helm('install', values)
    const client = await signedIn()
    const space = await client.call(spaceEndpoints.createSpace, { body: { name: 'one', path: 'one' } })
    await upload(client, { spaceId: space.id, path: 'picture.bin' }, Buffer.from('what somebody has uploaded'))
    const [pod] = await its.pods()
    expect(await its.addresses()).toEqual([`http://${pod?.status.podIP}:7860`])

    await helm('upgrade', { ...values, logLevel: 'debug' })
    const [changed] = await until(async () => (await its.pods()).some(isReady) && its.pods())
    expect(changed?.status.podIP).not.toBe(pod?.status.podIP)
    const after = await signedIn()
    const spaces = await after.call(spaceEndpoints.listSpaces, { query: { contents: 'true' } })
    expect(spaces.items).toMatchObject([{ name: 'one', fileCount: 1 }])

    await helm('uninstall')
    await until(async () => (await its.pods()).length === 0)
    const claims = await call('GET', `/api/v1/namespaces/${namespace}/persistentvolumeclaims`)
    expect(claims).toMatchObject({ items: [{ status: { phase: 'Bound' } }] })
  })
})
