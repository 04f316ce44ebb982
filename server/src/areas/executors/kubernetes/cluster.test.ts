import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPassing } from '../port/passing.ts'
import type { InstanceSpec } from '../port/run-spec.ts'
import type { RunHandle } from '../port/run-status.ts'
import { cuttable } from '../testing/broken-connection.ts'
import type { Job, ObjectList } from './client/objects.ts'
import { clusterFor, skippedWithoutCluster } from '../testing/expected-cluster.ts'
import { benchOf } from '../testing/harness.ts'
import { kubernetesHarness } from '../testing/kubernetes-harness.ts'
import type { KubernetesHarness } from '../testing/kubernetes-harness.ts'

const cluster = await clusterFor()
const [first, second]: readonly [InstanceSpec, InstanceSpec] = [
  { role: 'master', index: 0, environment: { RANK: '0', MASTER_PORT: '29500', MASTER_ADDR: '127.0.0.1' } },
  { role: 'worker', index: 0, environment: { RANK: '1', MASTER_PORT: '29500', MASTER_ADDR: '127.0.0.1' } },
]

describe.skipIf(cluster === null)(`a cluster${skippedWithoutCluster()}`, () => {
  let harness: KubernetesHarness
  beforeAll(async () => {
    if (cluster !== null) harness = await kubernetesHarness(cluster)
  })
  afterAll(() => harness.close())

  const until = async (handle: RunHandle, condition: string, executor = harness.executor) => {
    for (;;) {
      const status = await executor.status(handle)
      if (status.instances[0]?.condition?.name === condition) return status
      await sleep(100)
    }
  }

  test('a run that no node has a place for is queued with the reason, and a stop ends it at once', async () => {
    const bench = benchOf(harness)
    const accelerators = { type: 'nvidia', indexes: [], count: 1 }
    const handle = await harness.executor.start(bench.shell('unplaced', 'true', { accelerators }), 'run')
    const { phase, instances } = await until(handle, 'unschedulable')
    expect(phase).toBe('queued')
    expect(instances[0]?.condition?.detail).toContain('Insufficient nvidia.com/gpu')
    await harness.executor.stop(handle, { graceSeconds: 60 })
    expect(await harness.executor.status(handle)).toMatchObject({ phase: 'lost', exit: null })
    await harness.executor.clean(handle)
  })

  test('an image that cannot be pulled is told, and a stop ends the run', async () => {
    const bench = benchOf(harness)
    const image = 'localhost:1/nowhere/image:1'
    const handle = await harness.executor.start(bench.shell('unpulled', 'true', { image }), 'run')
    const { phase, instances } = await until(handle, 'image-unavailable')
    expect(phase).toBe('starting')
    expect(instances[0]?.condition?.detail).toContain('nowhere/image')
    await harness.executor.stop(handle, { graceSeconds: 60 })
    expect((await harness.executor.status(handle)).phase).toBe('lost')
  })

  test('instances reach the first one by its address, also when the server that started them is killed at once', async () => {
    const bench = benchOf(harness)
    const variables =
      '$VERMILION_ADDRESSES $PET_MASTER_ADDR $JAX_COORDINATOR_ADDRESS $(echo $(cat $OMPI_MCA_orte_default_hostfile $HYDRA_HOST_FILE))'
    const script = `if [ $RANK = 0 ]; then echo "hello ${variables}" | nc -l -p $MASTER_PORT; exit; fi
      until nc $MASTER_ADDR $MASTER_PORT; do sleep 0.1; done`
    const handle = await harness.startAndDie(bench.shell('met', script, { instances: [first, second] }), 'run')
    const { exit, instances } = await bench.over(handle)
    expect(exit).toMatchObject({ code: 0 })
    const addresses = instances.map(({ instanceIp }) => instanceIp)
    expect(new Set(addresses).size).toBe(2)
    const expected = `hello ${addresses.join(' ')} ${addresses[0]} ${addresses[0]}:29500 ${addresses.join(' slots=1 ')} slots=1 ${addresses.join(':1 ')}:1`
    expect(await bench.log(handle, second)).toContain(`${expected}\n`)
  })

  test('a time limit ends the command, and is told', async () => {
    const bench = benchOf(harness)
    const script = 'trap "exit 7" TERM; echo up; while :; do sleep 0.1; done'
    const handle = await harness.executor.start(bench.shell('limited', script, { timeLimitSeconds: 2 }), 'run')
    const { exit, instances } = await bench.over(handle)
    expect(exit?.code).toBe(7)
    expect(instances[0]?.condition?.name).toBe('time-limit')
    const { startedAt, endedAt } = instances[0] ?? {}
    expect(Number(endedAt) - Number(startedAt)).toBeGreaterThanOrEqual(1_000)
  })

  test('a quota that is used up holds a run back, and is told', async () => {
    const bench = benchOf(harness)
    const path = `/api/v1/namespaces/${harness.settings.namespace}/resourcequotas`
    const body = { metadata: { name: 'no-pods' }, spec: { hard: { pods: '0' } } }
    await cluster?.client.call('POST', path, { body })
    const handle = await harness.executor.start(bench.shell('over-quota', 'true'), 'run')
    const { phase, instances } = await until(handle, 'quota')
    expect(phase).toBe('queued')
    expect(instances[0]?.condition?.detail).toContain('exceeded quota')
    await cluster?.client.call('DELETE', `${path}/no-pods`)
    await harness.executor.stop(handle, { graceSeconds: 0 })
    expect((await harness.executor.status(handle)).phase).toMatch(/lost|ended/)
  })

  test('a folder that a node does not have is told', async () => {
    const executor = harness.another({ sharedThere: '/nowhere/here' })
    const handle = await executor.start(benchOf(harness).shell('unmounted', 'true'), 'run')
    const { phase, instances } = await until(handle, 'volume-unavailable', executor)
    expect(phase).toBe('starting')
    expect(instances[0]?.condition?.detail).toContain('/nowhere/here')
    await executor.stop(handle, { graceSeconds: 60 })
    await executor.clean(handle)
  })

  test('a volume claim shows what a run reads and takes what it writes', async () => {
    const { folder, settings } = harness
    const name = `claimed-${settings.namespace}`
    const capacity = { storage: '1Gi' }
    const spec = { accessModes: ['ReadWriteMany'], storageClassName: '' }
    const call = (method: string, path: string, body?: object) => cluster?.client.call(method, path, { body })
    const volume = { ...spec, capacity, hostPath: { path: folder } }
    await call('POST', '/api/v1/persistentvolumes', { metadata: { name }, spec: volume })
    const claim = { ...spec, volumeName: name, resources: { requests: capacity } }
    const claims = `/api/v1/namespaces/${settings.namespace}/persistentvolumeclaims`
    await call('POST', claims, { metadata: { name }, spec: claim })
    const outside = await mkdtemp(join(tmpdir(), 'vermilion-data-'))
    const [read, written] = [join(outside, 'read'), join(outside, 'written')]
    for (const path of [read, written]) await mkdir(path)
    await writeFile(join(read, 'given'), 'of ours')
    const executor = harness.another({ storage: 'claim', claim: name, sharedThere: undefined })
    const mounts = [
      { source: read, target: '/in', readOnly: true },
      { source: written, target: '/out', readOnly: false },
    ]
    const script = 'cat /in/given > /out/taken; touch /in/x 2>/dev/null || echo "may not write"'
    const bench = benchOf({ ...harness, executor })
    const handle = await executor.start(bench.shell('claimed', script, { mounts, workingFolder: '/tmp' }), 'run')
    expect((await bench.over(handle)).exit?.code).toBe(0)
    expect(await readFile(join(written, 'taken'), 'utf8')).toBe('of ours')
    expect(await bench.log(handle)).toBe('may not write\n')
    await executor.clean(handle)
    await call('DELETE', `${claims}/${name}`)
    await call('DELETE', `/api/v1/persistentvolumes/${name}`)
    await rm(outside, { recursive: true })
  })

  test('a queue holds a Job until it is admitted', async () => {
    const executor = harness.another({ queue: 'training' })
    const handle = await executor.start(benchOf(harness).shell('held', 'echo admitted'), 'run')
    const { phase } = await until(handle, 'held', executor)
    expect(phase).toBe('queued')
    const jobs = `/apis/batch/v1/namespaces/${harness.settings.namespace}/jobs`
    const query = { labelSelector: 'kueue.x-k8s.io/queue-name=training' }
    const list = await cluster?.client.call<ObjectList<Job>>('GET', jobs, { query })
    const name = list?.items[0]?.metadata.name
    await cluster?.client.call('PATCH', `${jobs}/${name}`, { body: { spec: { suspend: false } } })
    expect((await benchOf({ ...harness, executor }).over(handle)).exit?.code).toBe(0)
  })

  test('an API server that goes away leaves the last state, and what happened meanwhile is learnt after', async () => {
    const bench = benchOf(harness)
    const server = /https:[^"\s]+/.exec(harness.settings.kubeconfig ?? '')?.[0] ?? ''
    const way = await cuttable(new URL(server))
    const kubeconfig = harness.settings.kubeconfig?.replace(server, String(way.url).replace(/\/$/, ''))
    const executor = harness.another({ kubeconfig })
    const its = benchOf({ ...harness, executor })
    const script = 'for i in $(seq 40); do echo line $i; sleep 0.1; done; exit 3'
    const handle = await executor.start(bench.shell('cut', script), 'run')
    const leave = executor.adopt(handle, () => undefined)
    await its.says(handle, 'line 3')
    while ((await executor.status(handle)).phase !== 'running') await sleep(50)
    await way.cut()
    while ((await executor.status(handle)).isAway !== true) await sleep(50)
    expect(await executor.status(handle)).toMatchObject({ phase: 'running', isAway: true })
    const refused = await executor.start(bench.shell('during', 'true'), 'run').catch((error: unknown) => error)
    expect(isPassing(refused)).toBe(true)
    await sleep(4_500)
    await way.restore()
    expect((await its.over(handle)).exit?.code).toBe(3)
    expect(await its.log(handle)).toBe(Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`).join(''))
    leave()
    await executor.clean(handle)
    await way.cut()
  })

  test('another server in the namespace neither sees nor ends what is not its own', async () => {
    const bench = benchOf(harness)
    const root = await mkdtemp(join(tmpdir(), 'vermilion-another-'))
    const other = harness.another({}, root)
    const handle = await harness.executor.start(bench.shell('ours', 'echo up; while :; do sleep 0.1; done'), 'run')
    await bench.says(handle, 'up')
    expect(await other.list()).toEqual([])
    expect(await other.status(handle)).toMatchObject({ phase: 'lost', instances: [] })
    await other.stop(handle, { graceSeconds: 0 })
    await other.clean(handle)
    expect((await harness.executor.status(handle)).phase).toBe('running')
    expect((await harness.executor.list()).map((status) => status.handle)).toContain(handle)
    await harness.executor.stop(handle, { graceSeconds: 5 })
    await rm(root, { recursive: true })
  })
})
