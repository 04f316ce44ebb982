import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InstanceSpec } from '../port/run-spec.ts'
import type { Job, ObjectList } from './client/objects.ts'
import { pathsIn } from './client/paths.ts'
import { clusterFor, skippedWithoutCluster } from '../testing/expected-cluster.ts'
import { benchOf } from '../testing/harness.ts'
import { kubernetesHarness } from '../testing/kubernetes-harness.ts'
import type { KubernetesHarness } from '../testing/kubernetes-harness.ts'

const cluster = await clusterFor()
const lines = 600_000

describe.skipIf(cluster === null)(`a cluster at length${skippedWithoutCluster()}`, () => {
  let harness: KubernetesHarness
  beforeAll(async () => {
    if (cluster !== null) harness = await kubernetesHarness(cluster)
  })
  afterAll(() => harness.close())

  test('a log that the kubelet rotates is whole where it is followed', async () => {
    const { executor } = harness
    const bench = benchOf(harness)
    const script = `i=0; while [ $i -lt 30 ]; do seq $((i * ${lines / 30} + 1)) $(((i + 1) * ${lines / 30})); sleep 1; i=$((i + 1)); done`
    const handle = await executor.start(bench.shell('rotated', script), 'run')
    const leave = executor.adopt(handle, () => undefined)
    expect((await bench.over(handle)).exit?.code).toBe(0)
    leave()
    const part = await executor.logs(handle, bench.nameOf(handle), { offset: 0, limit: 1 << 28 })
    let expected = 1
    for (const line of part?.bytes.toString().split('\n').slice(0, -1) ?? []) {
      if (Number(line) !== expected) expect(line).toBe(String(expected))
      expected += 1
    }
    expect(expected).toBe(lines + 1)
  })

  test('runs whose server is killed at any moment of their start run exactly once', async () => {
    const bench = benchOf(harness)
    const [first, second]: readonly InstanceSpec[] = ['master', 'worker'].map((role) => ({
      role,
      index: 0,
      environment: { ROLE: role },
    }))
    for (let run = 0; run < 20; run += 1) {
      const more = first && second && run % 2 === 0 ? { instances: [first, second] as const } : {}
      const spec = bench.shell(`killed-${run}`, 'echo ran; sleep 0.5; exit 4', more)
      await harness.startAndKill(spec, 'run', run * 15)
      const handle = await harness.executor.start(spec, 'run')
      expect((await bench.over(handle)).exit?.code).toBe(4)
      for (const instance of spec.instances) expect(await bench.log(handle, instance)).toBe('ran\n')
    }
    const jobs = pathsIn(harness.settings.namespace).jobs
    const list = await cluster?.client.call<ObjectList<Job>>('GET', jobs)
    const expected = (await harness.executor.list()).flatMap(({ instances }) => instances.map(({ role }) => role))
    expect(list?.items).toHaveLength(expected.length)
  })
})
