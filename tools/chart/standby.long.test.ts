import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spaceEndpoints } from '../../contract/src/spaces.ts'
import { clusterFor, skippedWithoutCluster } from '../../server/src/areas/executors/testing/expected-cluster.ts'
import { skippedWithoutS3, testBuckets } from '../../server/src/platform/blobs/testing/s3-server.ts'
import {
  createTestDatabase,
  dropTestDatabase,
  skippedWithoutPostgres,
  testAddress,
  testPostgres,
} from '../../server/src/platform/database/testing/postgres-databases.ts'
import { createClient, testPassword } from '../../server/src/testing/client.ts'
import { chart, runHelm, skippedWithoutHelm } from './testing/helm.ts'
import {
  isReady,
  openToPods,
  productImage,
  signalServer,
  skippedWithoutImage,
  until,
  watchRelease,
  type ServerPod,
} from './testing/release.ts'

const cluster = await clusterFor()
const engines = `${skippedWithoutS3}${testPostgres === undefined ? skippedWithoutPostgres : ''}`
const skipped = `${skippedWithoutCluster()}${skippedWithoutHelm}${skippedWithoutImage}${engines}`
const release = 'team'
const namespace = `vermilion-standby-${process.pid}`
const database = `vermilion_test_chart_${process.pid}`

/** Creates data spaces through whatever the Service leads to, one after another, and remembers those that were confirmed. */
function createLoad(client: ReturnType<typeof createClient>) {
  const run = `${Date.now()}`
  const confirmed = new Map<string, number>()
  const stopping = new AbortController()
  const working = (async () => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const name = `${run}-${number}`
      const created = client.call(spaceEndpoints.createSpace, { body: { name, path: name } }).then(() => true)
      // A server that hangs answers nothing.
      const late = sleep(3_000).then(() => false)
      const isCreated = await Promise.race([created.catch(() => false), late])
      if (isCreated) confirmed.set(name, Date.now())
      await sleep(50)
    }
  })()
  return {
    confirmed,
    /** Milliseconds of the longest time without a confirmation from that moment on. */
    longestGap(from: number): number {
      const times = [from, ...[...confirmed.values()].filter((time) => time > from)]
      return Math.max(...times.map((time, index) => (times[index + 1] ?? Date.now()) - time))
    },
    async stop(): Promise<void> {
      stopping.abort()
      await working
    },
  }
}

describe.skipIf(skipped !== '')(`leader and standby on a cluster${skipped}`, () => {
  const call = async (method: string, path: string, more?: object) => cluster?.client.call<object>(method, path, more)
  const opened: { close(): void }[] = []
  const helm = (verb: string, more: object = {}, ...options: string[]) =>
    runHelm([verb, release, chart, '--namespace', namespace, ...options], { ...values, ...more })
  let values = {}
  let its: ReturnType<typeof watchRelease>
  let [addresses, token]: [string[], string | undefined] = [[], undefined]
  const following = new AbortController()
  const client = createClient(() => addresses[0] ?? 'http://127.0.0.1:1')
  const labeled = async () => (await its.pods()).filter(({ metadata }) => 'vermilion/leads' in metadata.labels)
  /** Helm waits for the first alone, since one may be away. */
  const bothReady = async () => (await its.pods()).filter(isReady).length === 2
  const leader = () => until(async () => (await labeled()).find(isReady))

  beforeAll(async () => {
    const buckets = await testBuckets()
    if (cluster === null || buckets === null) return
    its = watchRelease(cluster, namespace, release)
    await createTestDatabase(database)
    await call('POST', '/api/v1/namespaces', { body: { metadata: { name: namespace } } })
    const open = async (address: string) => {
      const there = await openToPods(Number(new URL(address).port))
      opened.push(there)
      return there
    }
    const api = await open(/server: "?(https:[^"\s]+)/.exec(cluster.kubeconfig)?.[1] ?? '')
    const rows = new URL(testAddress(database))
    const { bucket, prefix, endpoint = '' } = buckets.access()
    const [databaseThere, bucketThere] = [await open(rows.href), await open(endpoint)]
    values = {
      image: { ...productImage(), pullPolicy: 'Never' },
      replicas: 2,
      adminPassword: { value: testPassword },
      secretKey: { value: Buffer.alloc(32, 7).toString('base64') },
      database: {
        url: `postgres://${rows.username}@${databaseThere.host}:${databaseThere.port}/${database}?sslmode=disable`,
        password: { value: rows.password || 'of no use' },
      },
      objectStorage: {
        location: `s3://${bucket}/${prefix}?style=path`,
        endpoint: `http://${bucketThere.host}:${bucketThere.port}`,
        accessKeyId: { value: buckets.keys.accessKeyId },
        secretAccessKey: { value: buckets.keys.secretAccessKey },
      },
      resources: { requests: { cpu: '100m', memory: '256Mi' } },
      // No Service leads to the API of a cluster here.
      extraEnv: [
        { name: 'KUBERNETES_SERVICE_HOST', value: api.host },
        { name: 'KUBERNETES_SERVICE_PORT', value: String(api.port) },
      ],
    }
    await helm('install', {}, '--wait')
    void (async () => {
      while (!following.signal.aborted) {
        addresses = await its.addresses().catch(() => addresses)
        await sleep(100)
      }
    })()
    await until(async () => addresses.length === 1 && (await bothReady()))
    token = await client.signIn()
  })
  afterAll(async () => {
    following.abort()
    await call('DELETE', `/api/v1/namespaces/${namespace}`)
    if (cluster !== null) await until(async () => (await its.pods()).length === 0)
    for (const each of opened) each.close()
    await dropTestDatabase(database)
  })

  async function underLoad(work: () => Promise<void>): Promise<number> {
    const load = createLoad(client)
    await until(async () => load.confirmed.size > 5)
    const from = Date.now()
    await work()
    const size = load.confirmed.size
    await until(async () => load.confirmed.size > size + 5)
    await load.stop()
    const names = new Set<string>()
    for (let cursor: string | undefined; ;) {
      const page = await client.call(spaceEndpoints.listSpaces, { query: { limit: 500, cursor } })
      for (const { name } of page.items) names.add(name)
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect([...load.confirmed.keys()].filter((name) => !names.has(name))).toEqual([])
    return load.longestGap(from)
  }

  test('both are ready, and the Service leads to the one that leads', async () => {
    expect(token).toBeTypeOf('string')
    expect(addresses).toEqual([`http://${(await leader()).status.podIP}:7860`])
  })

  test.for([
    ['deleted', ({ metadata }) => its.remove(metadata.name)],
    ['killed', (pod) => signalServer(pod, 'SIGKILL')],
    ['stopped', (pod) => signalServer(pod, 'SIGSTOP')],
  ] as const satisfies [string, (pod: ServerPod) => unknown][])(
    'a leader is %s under load: another goes on, and nothing confirmed is lost',
    async ([how, end]) => {
      const first = await leader()
      const gap = await underLoad(async () => {
        await end(first)
        await until(async () =>
          (await labeled()).some((pod) => isReady(pod) && pod.metadata.uid !== first.metadata.uid),
        )
        await until(bothReady)
      })
      console.log(`after a leader was ${how} calls go on within ${gap} ms`)
      expect(gap).toBeLessThan(60_000)
    },
  )

  test('an update begins with the standby, and the lead moves once', async () => {
    const first = (await leader()).metadata.name
    const former = (await its.pods()).map(({ metadata }) => metadata.name)
    const leaders = new Set([first])
    const gap = await underLoad(async () => {
      const watching = new AbortController()
      const watch = (async () => {
        while (!watching.signal.aborted) {
          for (const pod of await labeled()) leaders.add(pod.metadata.name)
          await sleep(100)
        }
      })()
      await helm('upgrade', { logLevel: 'debug' }, '--wait')
      const isReplaced = async () => (await its.pods()).every(({ metadata }) => !former.includes(metadata.name))
      await until(async () => (await isReplaced()) && (await bothReady()))
      watching.abort()
      await watch
    })
    console.log(`an update stops calls for ${gap} ms`)
    expect(leaders.size).toBe(2)
  })

  test('a drain may move the leader, and not both servers at once', async () => {
    const pods = (await its.pods()).filter(isReady)
    const outcomes = await Promise.allSettled(
      pods.map(({ metadata }) =>
        call('POST', `/api/v1/namespaces/${namespace}/pods/${metadata.name}/eviction`, {
          body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: metadata.name } },
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('by readiness only the leader is ready, and the Service follows it without a label', async () => {
    const former = (await its.pods()).map(({ metadata }) => metadata.uid)
    await helm('upgrade', { routing: 'readiness' })
    const oneReady = async (others: readonly string[]) => {
      const pods = (await its.pods()).filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      const [ready, ...more] = pods.filter(isReady)
      const isNew = pods.every(({ metadata }) => !others.includes(metadata.uid))
      return pods.length === 2 && more.length === 0 && isNew && ready
    }
    const first = await until(() => oneReady(former))
    await until(async () => addresses[0] === `http://${first.status.podIP}:7860`)
    await client.call(spaceEndpoints.listSpaces, { query: {} })
    await its.remove(first.metadata.name)
    const second = await until(() => oneReady([...former, first.metadata.uid]))
    await until(async () => addresses[0] === `http://${second.status.podIP}:7860`)
    await client.call(spaceEndpoints.listSpaces, { query: {} })
    expect(await labeled()).toEqual([])
  })
})
