import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, testPassword } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { skippedWithout, slurmFor } from '../../executors/testing/expected-engine.ts'
import { reasonsOf, tryPool } from '../testing/pool-trials.ts'

const slurm = await slurmFor()
const main = fileURLToPath(new URL('../../../main.ts', import.meta.url))

describe.skipIf(slurm === null)(`a pool of Slurm that tests itself${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ environment: { VERMILION_ROOTS: slurm.shared }, tasks: { trialPatience: 15_000 } })
  })
  afterAll(async () => {
    await server.stop()
    await slurm.close()
  })
  const settings = { connection: 'commands', configuration: slurm.configuration, sharedHere: slurm.shared }
  const dataSources = [{ kind: 'folder' as const, path: slurm.shared }]
  const textLike = (en: RegExp, zh: RegExp) => ({ en: expect.stringMatching(en), zh: expect.stringMatching(zh) })
  const trial = (more: object = {}, own: object = {}) =>
    tryPool(server, { executor: 'slurm', settings: { ...settings, ...more }, ...own })
  const check = (more: object) =>
    server.call(poolEndpoints.checkPool, { body: { executor: 'slurm', settings: { ...settings, ...more } } })

  test('R4.08 a trial job runs in the cluster, and leaves nothing behind', async () => {
    expect(await trial()).toMatchObject({ status: 'passed' })
    await expect.poll(() => readdir(join(slurm.shared, 'runs'))).toEqual([])
    await expect.poll(async () => (await readdir(join(server.data, 'tasks'))).join()).not.toContain('trial')
  })

  test.each<[Record<string, string>, RegExp, RegExp]>([
    [{ partition: 'nowhere' }, /no partition nowhere.*sinfo lists them/, /没有分区 nowhere/],
    [{ sharedHere: '/nowhere' }, /no shared folder \/nowhere/, /没有共享文件夹 \/nowhere/],
    [{ configuration: '/nowhere.conf' }, /no configuration of Slurm at/, /没有 Slurm 配置/],
    [{ containers: 'pyxis' }, /the cluster has no Pyxis/, /集群没有 Pyxis/],
  ])('R4.08 %o is told by check and trial', async (more, en, zh) => {
    expect((await check(more)).problem?.text).toEqual(textLike(en, zh))
    const own = more['containers'] === undefined ? {} : { image: 'busybox' }
    expect(await trial(more, own)).toMatchObject({ status: 'failed', text: textLike(en, zh) })
  })

  test('R4.08 nodes that see another folder are told, and what a job waits for', async () => {
    const elsewhere = { status: 'failed', text: textLike(/do its nodes see the shared folder/, /do its nodes see/) }
    expect(await trial({ sharedThere: '/tmp/nowhere' })).toMatchObject(elsewhere)
    slurm.run('scontrol', 'update', 'nodename=n[1-2]', 'state=drain', 'reason=repair')
    const waits = textLike(
      /^It did not end within 15 s\. Waiting in the queue.*DRAINED/,
      /^未在 15 秒内结束。正在集群队列中等待/,
    )
    expect(await trial()).toMatchObject({ status: 'failed', text: waits })
    await expect.poll(() => slurm.run('squeue', '--noheader').trim()).toBe('')
    slurm.run('scontrol', 'update', 'nodename=n[1-2]', 'state=resume')
  })

  test('R4.08 a task for a partition that is gone waits with these words, and is stopped', async () => {
    const body = { name: 'nowhere', executor: 'slurm', settings: { ...settings, partition: 'nowhere' } } as const
    const { id: pool } = await server.call(poolEndpoints.createPool, { body })
    const order = { name: 'lost', pool, image: 'vermilion/starter-detector', dataSources, command: ['/bin/true'] }
    const { id: taskId } = await server.call(taskEndpoints.createTask, { body: order })
    const reason = textLike(/the cluster has no partition nowhere/, /没有分区 nowhere/)
    await expect.poll(() => reasonsOf(server, taskId)).toEqual(reason)
    await server.call(taskEndpoints.stopTask, { params: { taskId } })
    expect(await server.call(taskEndpoints.getTask, { params: { taskId } })).toMatchObject({ status: 'stopped' })
  })

  test('R4.08 what a killed server leaves of a trial job is removed by the next one', async () => {
    const data = join(slurm.folder, 'data')
    const serve = (): ChildProcess =>
      spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, VERMILION_DATA: data, VERMILION_PORT: '0', VERMILION_ADMIN_PASSWORD: testPassword },
      })
    const open = async ({ stdout }: ChildProcess) => {
      for await (const line of createInterface({ input: stdout! })) {
        const address = /ready at (\S+)\/login/.exec(line)?.[1]
        if (address !== undefined) return createClient(() => address)
      }
      throw new Error('the server did not start')
    }
    slurm.run('scontrol', 'update', 'nodename=n[1-2]', 'state=drain', 'reason=repair')
    const first = serve()
    const client = await open(first)
    await client.signIn()
    const { id: trialId } = await client.call(poolEndpoints.tryPool, { body: { executor: 'slurm', settings } })
    await expect.poll(() => slurm.run('squeue', '--noheader').trim()).not.toBe('')
    first.kill('SIGKILL')
    await once(first, 'exit')
    const second = serve()
    try {
      const next = await open(second)
      await next.signIn()
      await expect.poll(() => slurm.run('squeue', '--noheader').trim()).toBe('')
      const { text } = await next.call(poolEndpoints.getPoolTrial, { params: { trialId } })
      expect(text).toEqual(textLike(/started again/, /重新启动/))
      await expect.poll(() => readdir(join(slurm.shared, 'runs'))).toEqual([])
    } finally {
      second.kill('SIGTERM')
      await once(second, 'exit')
      slurm.run('scontrol', 'update', 'nodename=n[1-2]', 'state=resume')
    }
  })
})
