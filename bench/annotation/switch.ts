/**
 * Time to the next image: `npm run bench annotation/switch`. Images of 4000×3000 with 1,000 boxes each in the built console, in a
 * real browser at 1440×900 without GPU. Milliseconds from key press to image and boxes drawn; the next image is prefetched, as in
 * normal use.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { createClient } from '../../e2e/support/server/client.ts'
import { putFiles } from '../../e2e/support/content/put-files.ts'
import { prefer, signIn } from '../../e2e/support/screen/screen.ts'
import { startServer } from '../../e2e/support/server/server.ts'
import { studio } from '../../e2e/support/studio/studio.ts'
import { ensureBrowser } from '../../tools/browser/browser.ts'
import { ensureConsole } from '../../tools/launch/console.mjs'
import { randomOf } from '../spaces/ground/seed.ts'

const images = 41
const shapes = 1_000
const target = 150
const size = { width: 4_000, height: 3_000 }
/** Minimum milliseconds on an image, during which the next one is prefetched. */
const look = 2_000

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.round(part * (values.length - 1))] ?? Number.NaN

async function prepare(
  call: Awaited<ReturnType<typeof createClient>>,
  server: Awaited<ReturnType<typeof startServer>>,
) {
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'large', path: 'large' } })
  const made = Array.from({ length: images }, async (_, number) => {
    const noise = { type: 'gaussian', mean: 90 + number * 5, sigma: 30 } as const
    const create = { ...size, channels: 3, noise, background: '#777' } as const
    return [`${number}.jpg`, await sharp({ create }).jpeg().toBuffer()] as const
  })
  await putFiles(server, spaceId, Object.fromEntries(await Promise.all(made)))
  const labels = ['car', 'bus', 'bike', 'tram'].map((name) => ({ name }))
  const body = { name: 'large', type: 'image', spaceId, format: 'coco', labelType: 'target-detection', labels } as const
  const { id: datasetId } = await call(datasetEndpoints.createDataset, { body })
  const params = { datasetId }
  while ((await call(datasetEndpoints.getDataset, { params })).fileCount < images)
    await new Promise((go) => setTimeout(go, 200))
  const dataset = await call(datasetEndpoints.getDataset, { params })
  const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
  const random = randomOf(5)
  for (const { id: itemId } of items) {
    const boxes = Array.from({ length: shapes }, (_, number) => {
      const [width, height] = [20 + random(180), 20 + random(180)]
      const box = { x: random(size.width - width), y: random(size.height - height), width, height }
      return {
        id: `box-${number}`,
        kind: 'box' as const,
        labelId: dataset.labels[number % 4]!.id,
        source: 'manual' as const,
        box,
      }
    })
    await call(annotationEndpoints.saveAnnotation, {
      params: { itemId },
      body: { baseRevision: 0, shapes: boxes, complete: false },
    })
  }
  return { datasetId, first: items[0]!.id }
}

/** Presses the key for the next image in the page, and resolves when it and its shapes are drawn. */
function next(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const root = document.querySelector<HTMLElement>('[role=application]')!
        const image = root.querySelector('img')!
        const drawn = root.querySelector('div canvas') as HTMLCanvasElement
        const glass = document.createElement('canvas')
        glass.width = glass.height = 48
        const context = glass.getContext('2d', { willReadFrequently: true })!
        const isDrawn = () => {
          context.clearRect(0, 0, 48, 48)
          context.drawImage(drawn, 0, 0, 48, 48)
          return context.getImageData(0, 0, 48, 48).data.some((value) => value > 0)
        }
        const previousSource = image.src
        const from = performance.now()
        const key = { key: 'PageDown', code: 'PageDown', bubbles: true, cancelable: true }
        root.dispatchEvent(new KeyboardEvent('keydown', key))
        root.dispatchEvent(new KeyboardEvent('keyup', key))
        const wait = () => {
          const isThere =
            image.src !== previousSource && image.complete && getComputedStyle(image).visibility === 'visible'
          if (isThere && isDrawn()) resolve(performance.now() - from)
          else requestAnimationFrame(wait)
        }
        requestAnimationFrame(wait)
      }),
  )
}

await ensureConsole(process.execPath)
const data = mkdtempSync(join(tmpdir(), 'vermilion-bench-'))
const server = await startServer({ data })
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--disable-gpu'] })
try {
  const { datasetId, first } = await prepare(createClient(server), server)
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.address })
  await prefer(page)
  await signIn(page)
  await page.goto(`/data-set/list/file/${datasetId}/annotate/${first}`)
  await studio(page).saved()
  const times: number[] = []
  for (let change = 1; change < images; change += 1) {
    await page.waitForTimeout(look)
    times.push(await next(page))
  }
  const words = [0.5, 0.95, 1].map((part) => `${at(times, part).toFixed(0)} ms`)
  console.log(
    `the next image with ${shapes} boxes: p50 ${words[0]}, p95 ${words[1]}, at most ${words[2]} of ${times.length}`,
  )
  if (at(times, 0.95) > target) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
