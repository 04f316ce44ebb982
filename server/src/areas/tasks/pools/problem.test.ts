import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { orderOf, program, testPrograms } from '../testing/programs.ts'
import { problemOf } from './problem.ts'

const responding = (status: number, message: string) =>
  createServer((_, reply) => reply.writeHead(status, { 'content-type': 'application/json' }).end(message))
const strict = responding(403, '{"message":"authorization denied by plugin"}')
const broken = responding(500, '{"message":"the disk is gone"}')
const removed = responding(200, '{}')
const addressOf = async (answerer: Server) => {
  await once(answerer.listen(0, '127.0.0.1'), 'listening')
  return `tcp://127.0.0.1:${(answerer.address() as AddressInfo).port}`
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    tasks: {
      ...testPrograms,
      images: { here: program(''), boxed: program('', { address: 'docker.io/example/boxed:1' }) },
    },
  })
})
afterAll(async () => {
  await server.stop()
  for (const each of [strict, broken]) each.close()
})

test('R4.08 a pool says why its engine cannot be reached, and a task that waits there says so in both languages', async () => {
  const goneAddress = await addressOf(removed)
  removed.close()
  await once(removed, 'close')
  const requested = [
    [goneAddress, 'connection-refused', 'ECONNREFUSED'],
    ['unix:///nowhere/engine.sock', 'socket-missing', 'ENOENT'],
    [await addressOf(strict), 'not-permitted', 'authorization denied by plugin'],
    [await addressOf(broken), 'other', 'the disk is gone'],
  ] as const
  for (const [address, cause, detail] of requested) {
    const pool = await server.call(poolEndpoints.createPool, {
      body: { name: cause, executor: 'container', address },
    })
    expect(pool).toMatchObject({
      status: 'unreachable',
      problem: { cause, detail: expect.stringContaining(detail) },
    })
  }
  const pools = await server.call(poolEndpoints.listPools, {})
  expect(pools.find(({ id }) => id === 'local')?.problem).toBeNull()
  const saysOf = async (name: string) => {
    const pool = pools.find((each) => each.name === name)
    const { id } = await server.app.tasks.start(orderOf('boxed', { pool: pool?.id }), 'en-US')
    const says = (language: string) =>
      server.call(taskEndpoints.getTask, { params: { taskId: id } }, { language }).then((task) => task.statusReason)
    return [await says('en-us'), await says('zh-cn')]
  }
  expect(await saysOf('socket-missing')).toEqual([
    expect.stringContaining('There is no socket at its address.'),
    expect.stringContaining('其地址的套接字不存在。'),
  ])
  expect(await saysOf('other')).toEqual([
    expect.stringMatching(/It cannot be used: .*the disk is gone/),
    expect.stringMatching(/无法使用：.*the disk is gone/),
  ])
})

test('R4.08 a check of an image names what its pool is short of, with what the engine said', async () => {
  const body = {
    name: 'team/own',
    address: 'registry.example/team/own:1',
    framework: 'PyTorch',
    labelTypes: ['target-detection' as const],
    dataFormat: 'coco' as const,
    command: ['/bin/train'],
  }
  const { id: imageId } = await server.call(imageEndpoints.createTrainingImage, { body })
  if (imageId === null) throw new Error('an own image has no id')
  const address = 'unix:///nowhere/checked.sock'
  const pool = await server.call(poolEndpoints.createPool, {
    body: { name: 'checked', executor: 'container', address },
  })
  await server.call(imageEndpoints.checkTrainingImage, { params: { imageId }, body: { pool: pool.id } })
  const steps = async () => {
    const images = await server.call(taskEndpoints.listTrainingImages, {})
    return images.find(({ id }) => id === imageId)?.check?.steps
  }
  await expect
    .poll(steps)
    .toMatchObject([
      { step: 'engine', state: 'failed', cause: 'socket-missing', detail: expect.stringContaining('ENOENT') },
    ])
})

test('R2.22 the metrics of a task say whether it reaches the tracking endpoint from where it runs', async () => {
  const address = 'unix:///nowhere/tracked.sock'
  const away = await server.call(poolEndpoints.createPool, {
    body: { name: 'tracked', executor: 'container', address },
  })
  const reaches = async (order: ReturnType<typeof orderOf>) => {
    const { id: taskId } = await server.app.tasks.start(order, 'en-US')
    return (await server.call(metricEndpoints.listSeries, { params: { taskId } })).reachesTracking
  }
  expect(await reaches(orderOf('boxed', { pool: away.id }))).toBe(false)
  expect(await reaches(orderOf('here'))).toBe(true)
})

test.each([
  ['ENOTFOUND', 'host-unknown'],
  ['EAI_AGAIN', 'host-unknown'],
  ['EHOSTUNREACH', 'host-unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['EACCES', 'not-permitted'],
  ['ECONNRESET', 'other'],
])('%s of a connection is %s', (code, cause) => {
  expect(problemOf(Object.assign(new Error('as it was said'), { code }))).toMatchObject({
    cause,
    detail: 'as it was said',
  })
})
