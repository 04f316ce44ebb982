import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import type { Executor } from '../port/executor.ts'
import type { RunSpec } from '../port/run-spec.ts'
import { clusterFor, skippedWithoutCluster } from '../testing/expected-cluster.ts'
import { benchOf } from '../testing/harness.ts'
import { importNodeImage, outsideAddress } from '../testing/kubernetes-cluster.ts'
import { kubernetesHarness } from '../testing/kubernetes-harness.ts'
import type { KubernetesHarness } from '../testing/kubernetes-harness.ts'
import { createKubernetesExecutor } from './executor.ts'

const cluster = await clusterFor()

describe.skipIf(cluster === null)(`without a shared folder${skippedWithoutCluster()}`, () => {
  let harness: KubernetesHarness
  let server: TestServer
  let folder: string
  let bench: ReturnType<typeof benchOf>
  let executor: Executor
  beforeAll(async () => {
    if (cluster === null) return
    folder = await mkdtemp(join(tmpdir(), 'vermilion-fetched-'))
    harness = await kubernetesHarness(cluster)
    server = await startTestServer({ data: join(folder, 'server'), environment: { VERMILION_HOST: '0.0.0.0' } })
    const fetchImage = await importNodeImage()
    const serverUrl = `http://${outsideAddress()}:${new URL(server.address).port}`
    executor = createKubernetesExecutor({
      root: join(server.data, 'tasks'),
      settings: { ...harness.settings, storage: 'fetched', serverUrl, fetchImage },
      fetchedData: server.app.fetchedData,
    })
    bench = benchOf({ executor, base: harness.base })
  })
  afterAll(async () => {
    await server.stop()
    await harness.close()
    await rm(folder, { recursive: true, force: true })
  })

  const placesOf = async (name: string) => {
    const [data, output] = [join(folder, name, 'data'), join(folder, name, 'output')]
    await mkdir(join(data, 'deep'), { recursive: true })
    await mkdir(output)
    await writeFile(join(data, 'deep', "a 'name' 火.txt"), 'tiles')
    const mounts = [
      { source: data, target: '/data', readOnly: true },
      { source: output, target: '/output', readOnly: false },
    ]
    return { output, mounts }
  }
  const start = async (name: string, script: string, more: Partial<RunSpec>) =>
    executor.start(bench.shell(name, script, { workingFolder: '/output', ...more }), 'run')

  test('a run reads what was fetched, and what it writes comes back while it runs and whole at its end', async () => {
    const { output, mounts } = await placesOf('single')
    await writeFile(join(output, 'checkpoint'), 'epoch 1')
    const script = `cat /data/deep/*; cat checkpoint; echo 1 > results.csv
      while [ ! -e go ]; do [ -e results.csv ] && sleep 0.2; [ $((n += 1)) -gt 20 ] && touch go; done
      head -c 3000000 /dev/zero > model.bin; exit 4`
    const handle = await start('single', script, { mounts })
    await expect.poll(() => readFile(join(output, 'results.csv'), 'utf8').catch(() => '')).toBe('1\n')
    expect(await bench.over(handle)).toMatchObject({ phase: 'ended', exit: { code: 4 } })
    expect((await readFile(join(output, 'model.bin'))).length).toBe(3_000_000)
    expect(await bench.log(handle)).toBe('tilesepoch 1')
    await executor.clean(handle)
  })

  test('results of another instance lie in a folder of its name', async () => {
    const { output, mounts } = await placesOf('several')
    const instances = [
      { role: 'worker', index: 0, environment: { RANK: '0' } },
      { role: 'worker', index: 1, environment: { RANK: '1' } },
    ] as const
    const handle = await start('several', 'echo "rank $RANK" > rank.txt', { mounts, instances })
    expect(await bench.over(handle)).toMatchObject({ phase: 'ended', exit: { code: 0 } })
    expect(await readFile(join(output, 'rank.txt'), 'utf8')).toBe('rank 0\n')
    expect(await readFile(join(output, 'worker-1', 'rank.txt'), 'utf8')).toBe('rank 1\n')
    await executor.clean(handle)
  })
})
