import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { pathOf } from '@vermilion/contract/kernel/request'
import { modelEndpoints } from '@vermilion/contract/models'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { crashingDetector } from './crashing-model.ts'
import { createModelFiles } from './model-files.ts'
import { foreignDetector } from './onnx.ts'

const mebibyte = 1024 ** 2

async function heldBy(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

export function proveServing({ clients, seconds }: { clients: number; seconds: number }): void {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ environment: { VERMILION_SERVING_MEMORY_GIB: '0.6' } })
  })
  afterAll(() => server.stop())

  test(`R3.12 ${clients} clients for ${seconds} s: nothing but answers and 429, memory flat, and a model that ends its process costs one answer`, async () => {
    const files = await createModelFiles(server, 'onnx')
    const add = async (content: Buffer) => {
      const body = { fileId: await files.fileWith(content), name: 'served' }
      return (await server.call(modelEndpoints.addModel, { body })).id
    }
    const [steady, crashing] = [await add(foreignDetector('v8')), await add(crashingDetector())]
    const pictures = ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 256, height: 256, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    )
    const [red, blue] = (await Promise.all(pictures)).map((picture) => new Uint8Array(picture))
    const ask = async (modelId: string, body = red!) => {
      const path = pathOf(servingEndpoints.predict, { params: { modelId }, query: {} })
      const response = await server.fetch(path, { method: 'POST', body })
      await response.arrayBuffer()
      return { status: response.status, pause: Number(response.headers.get('retry-after') ?? 0) }
    }
    const memory = async () => {
      const held = await Promise.all([process.pid, ...server.app.models.serving.processes()].map(heldBy))
      return held.reduce((sum, one) => sum + one, 0)
    }

    const counts = new Map<number, number>()
    const end = performance.now() + seconds * 1_000
    const client = async () => {
      while (performance.now() < end) {
        const { status, pause } = await ask(steady)
        counts.set(status, (counts.get(status) ?? 0) + 1)
        if (pause > 0) await delay(pause * 100)
      }
    }
    const running = Promise.all(Array.from({ length: clients }, client))
    await delay(seconds * 400)
    const early = await memory()
    const lost: number[] = []
    while (!lost.includes(500)) {
      lost.push((await ask(crashing, blue)).status)
      await delay(50)
    }
    await running
    expect([...counts.keys()].toSorted()).toEqual(counts.has(429) ? [200, 429] : [200])
    expect(lost.filter((status) => status !== 429)).toEqual([500])
    expect((await ask(crashing)).status).toBe(200)
    expect(await memory()).toBeLessThan(early * 1.25 + 128 * mebibyte)
  })
}
