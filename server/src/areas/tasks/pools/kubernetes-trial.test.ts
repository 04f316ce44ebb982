import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clusterFor, skippedWithoutCluster } from '../../executors/testing/expected-cluster.ts'
import { createAccount, taskRules } from '../../executors/testing/kubernetes-account.ts'
import { importNodeImage } from '../../executors/testing/kubernetes-cluster.ts'
import { kubernetesHarness } from '../../executors/testing/kubernetes-harness.ts'
import type { KubernetesHarness } from '../../executors/testing/kubernetes-harness.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { program } from '../testing/programs.ts'
import { reasonsOf, tryPool } from '../testing/pool-trials.ts'

const cluster = await clusterFor()

describe.skipIf(cluster === null)(`a pool of Kubernetes that tests itself${skippedWithoutCluster()}`, () => {
  if (cluster === null) return
  const { image } = cluster
  let harness: KubernetesHarness
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-trial-'))
    harness = await kubernetesHarness(cluster)
    server = await startTestServer({
      environment: { VERMILION_HOST: '0.0.0.0', VERMILION_ROOTS: folder },
      tasks: {
        images: { boxed: program('', { address: image }), nowhere: program('', { address: 'localhost:1/nowhere:1' }) },
        trialPatience: 15_000,
        registryPatience: { 'registry-unknown': 1_000, 'registry-away': 1_000 },
      },
    })
    for (const name of ['data', 'empty']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'data', 'large'), Buffer.alloc(200_000))
  })
  afterAll(async () => {
    await server.stop()
    await harness.close()
    await rm(folder, { recursive: true, force: true })
  })

  const settingsWith = (more: object = {}) => ({ ...harness.settings, ...more })
  const trial = (more: object = {}, own: string | undefined = image) =>
    tryPool(server, { executor: 'kubernetes', settings: settingsWith(more), ...(own === '' ? {} : { image: own }) })
  const check = (more: object) =>
    server.call(poolEndpoints.checkPool, { body: { executor: 'kubernetes', settings: settingsWith(more) } })
  async function poolWith(name: string, more: object = {}): Promise<string> {
    const body = { name, executor: 'kubernetes', settings: settingsWith(more), concurrency: 10 } as const
    return (await server.call(poolEndpoints.createPool, { body })).id
  }
  async function createTask(pool: string, script: string, more: { image?: string; path?: string } = {}) {
    const { image: its = 'boxed', path = join(folder, 'empty') } = more
    const command = ['/bin/sh', '-c', script, 'sh', '{outputPath}']
    const dataSources = [{ kind: 'folder' as const, path }]
    const body = { name: 'task', pool, image: its, command, dataSources }
    const { id: taskId } = await server.call(taskEndpoints.createTask, { body })
    return taskId
  }
  const textLike = (en: RegExp, zh: RegExp) => ({ en: expect.stringMatching(en), zh: expect.stringMatching(zh) })
  const failedWith = (en: RegExp, zh: RegExp) => ({ status: 'failed', text: textLike(en, zh) })
  const taskOf = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
  const jobs = async () => {
    const path = `/apis/batch/v1/namespaces/${harness.settings.namespace}/jobs`
    return (await cluster.client.call<{ items: object[] }>('GET', path)).items.length
  }

  test('R4.08 a trial job reads a file in the shared folder, writes one, and leaves nothing behind', async () => {
    expect(await trial()).toMatchObject({ status: 'passed', text: { en: '', zh: '' } })
    await expect.poll(jobs).toBe(0)
    await expect.poll(async () => (await readdir(join(server.data, 'tasks'))).join()).not.toContain('trial')
  })

  test('R4.08 a trial job says which way of a pool is not there: folder, claim, image, the address of this server', async () => {
    const fetchImage = await importNodeImage()
    const outside = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const address = outside.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? ''
    const serverUrl = `http://${address}:${new URL(server.address).port}`
    const fetched = { storage: 'fetched', fetchImage, serverUrl, sharedHere: undefined, sharedThere: undefined }
    expect(await trial(fetched, fetchImage)).toMatchObject({ status: 'passed' })
    const claim = { storage: 'claim', claim: 'missing', sharedThere: undefined }
    const [elsewhere, unclaimed, unpulled, unfetched] = await Promise.all([
      trial({ sharedThere: '/tmp' }),
      trial(claim),
      trial({}, 'localhost:1/nowhere:1'),
      trial({ ...fetched, serverUrl: `http://${address}:1` }, fetchImage),
    ])
    expect(elsewhere).toMatchObject(failedWith(/could not be started: .*hostPath type check failed/, /^命令启动失败/))
    expect(unclaimed).toMatchObject(failedWith(/persistentvolumeclaim "missing" not found/, /正在集群队列中等待/))
    expect(unpulled).toMatchObject(failedWith(/^The image cannot be fetched: .*nowhere/, /^无法拉取镜像：/))
    expect(unfetched).toMatchObject(failedWith(/check that pods reach it at the address/, /Pod 能否/))
    expect(unclaimed.told.join()).toContain('persistentvolumeclaim "missing" not found')
    await expect.poll(jobs).toBe(0)
  })

  test('R4.08 a kubeconfig that is wrong, ended or short of rights is told by check, trial and task alike', async () => {
    const reportedTexts = async (kubeconfig: string) => {
      const { problem } = await check({ kubeconfig })
      const { status, text } = await trial({ kubeconfig })
      expect(status).toBe('failed')
      return [problem?.text, text]
    }
    const both = (en: RegExp, zh: RegExp) => Array.from({ length: 2 }, () => textLike(en, zh))
    expect(await reportedTexts('{')).toEqual(both(/the kubeconfig cannot be used/, /kubeconfig 无法使用/))
    const former = await createAccount(cluster, harness.settings, { name: 'gone', rules: taskRules })
    await former.remove()
    expect(await reportedTexts(former.kubeconfig)).toEqual(both(/wrong or expired/, /已过期/))
    const [job, ...others] = taskRules
    const rules = [{ ...job, verbs: ['get', 'list', 'watch'] }, ...others]
    const { kubeconfig } = await createAccount(cluster, harness.settings, { name: 'reader', rules })
    const rule = /- apiGroups: \["batch"\]\n {2}resources: \["jobs"\]\n {2}verbs: \["create"/
    expect(await reportedTexts(kubeconfig)).toEqual(both(rule, rule))
    const taskId = await createTask(await poolWith('reader', { kubeconfig }), 'true')
    await expect.poll(() => reasonsOf(server, taskId)).toEqual(textLike(rule, /请在其 Role 中加入以下规则/))
    await server.call(taskEndpoints.stopTask, { params: { taskId } })
    expect(await taskOf(taskId)).toMatchObject({ status: 'stopped' })
  })

  test('R2.21 an image of one’s own is checked there by running its command', async () => {
    const body = {
      name: 'team/own',
      address: image,
      framework: 'shell',
      labelTypes: ['target-detection' as const],
      dataFormat: 'coco' as const,
      command: ['/bin/sh', '-c', 'sleep 1; echo usage; exit 0', '{outputPath}'] as [string, ...string[]],
    }
    const { id: imageId } = await server.call(imageEndpoints.createTrainingImage, { body })
    const params = { imageId: imageId ?? '' }
    const pool = await poolWith('images')
    await server.call(imageEndpoints.checkTrainingImage, { params, body: { pool } })
    const steps = async () => {
      const images = await server.call(taskEndpoints.listTrainingImages, {})
      const { check } = images.find(({ id }) => id === imageId) ?? {}
      return check?.endedAt ? check.steps.map(({ step, state, detail }) => [step, state, detail]).at(-1) : undefined
    }
    await expect.poll(steps, { timeout: 30_000 }).toEqual(['run', 'passed', 'exit 0\nusage'])
  })

  test('R4.08 a task whose image cannot be pulled ends with that reason, and leaves nothing behind', async () => {
    const taskId = await createTask(await poolWith('fine'), 'true', { image: 'nowhere' })
    await expect.poll(async () => (await taskOf(taskId)).status, { timeout: 30_000 }).toBe('failed')
    expect(await reasonsOf(server, taskId)).toEqual(textLike(/^The image cannot be fetched: /, /^无法拉取镜像：/))
    await expect.poll(jobs).toBe(0)
  })

  test('R4.08 a full volume is told by trial and task, and is in no other’s way', async () => {
    const small = join(folder, 'small')
    await mkdir(small)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'small', small])
    try {
      const location = { sharedHere: small, sharedThere: small }
      const pool = await poolWith('small', location)
      const written = await createTask(pool, 'cat /dev/zero > "$1"/zeros')
      await expect.poll(async () => (await taskOf(written)).status, { timeout: 30_000 }).toBe('failed')
      const { failure } = await taskOf(written)
      expect(failure).toMatchObject({ cause: 'disk-full', likelyCause: 'No room is left on the disk' })
      await expect.poll(() => readdir(join(small, 'runs'))).toEqual([])
      const fill = () => appendFile(join(small, 'filler'), Buffer.alloc(65_536))
      await expect.poll(() => fill().catch(({ code }) => code)).toBe('ENOSPC')
      expect(await trial(location)).toMatchObject(
        failedWith(/^No room is left on the disk/, /^(?:任务写入的)?磁盘空间(?:已满|不足)/),
      )
      const waiting = await createTask(pool, 'true', { path: join(folder, 'data') })
      const reason = textLike(/tried again: No room is left/, /正在重试：任务写入的磁盘空间已满/)
      await expect.poll(() => reasonsOf(server, waiting)).toEqual(reason)
      await server.call(taskEndpoints.stopTask, { params: { taskId: waiting } })
      expect(await taskOf(waiting)).toMatchObject({ status: 'stopped' })
    } finally {
      execFileSync('umount', ['--lazy', small])
    }
  })
})
