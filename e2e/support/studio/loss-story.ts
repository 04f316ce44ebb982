import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import sharp from 'sharp'
import { accountEndpoints } from '../../../contract/src/accounts.ts'
import { annotationEndpoints } from '../../../contract/src/annotation.ts'
import { datasetEndpoints, type Dataset } from '../../../contract/src/datasets.ts'
import { basePath } from '../../../contract/src/kernel/endpoint.ts'
import { spaceEndpoints } from '../../../contract/src/spaces.ts'
import { blankMemory, createAnnotator, expectRemembered, image, labelCount } from './annotator.ts'
import { createClient, type Call } from '../server/client.ts'
import { fill } from '../content/fill.ts'
import { signIn } from '../screen/screen.ts'
import { startServer, type Server } from '../server/server.ts'
import { password } from '../server/session.ts'

type Trouble = 'kill' | 'cut' | 'close' | 'expire' | 'close-dead'
/** Faults in order, spread evenly over the gestures. */
const troubles: readonly Trouble[] = [
  'kill',
  'cut',
  'close',
  'kill',
  'expire',
  'cut',
  'kill',
  'close-dead',
  'cut',
  'kill',
]
/** Each fault once, for a story of half a minute. */
export const eachTrouble: readonly Trouble[] = ['kill', 'cut', 'close', 'expire', 'close-dead', 'kill']
const words = 'The server cannot be reached. What you see may be out of date'
const imageCount = 3

interface LossOptions {
  readonly seed?: number
  readonly troubles?: readonly Trouble[]
}

export interface LossOutcome {
  readonly gestures: number
  readonly killed: number
  readonly seconds: number
}

/** Multiplicative congruential generator (Park and Miller), so that runs are equal. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}

async function datasetOf(call: Call, server: Server): Promise<Dataset> {
  const space = await call(spaceEndpoints.createSpace, { body: { name: 'yard', path: 'yard' } })
  const content = (number: number) =>
    sharp({ create: { ...image, channels: 3, background: { r: 90, g: 90 + number, b: 100 } } })
      .png()
      .toBuffer()
  const files = Array.from({ length: imageCount }, async (_, number) => ({
    path: `${number + 1}.png`,
    content: await content(number),
  }))
  await fill(server, space.id, await Promise.all(files))
  const labels = Array.from({ length: labelCount }, (_, number) => ({ name: `class ${number}` }))
  const body = { name: 'yard', format: 'coco', type: 'image', labelType: 'target-detection', labels } as const
  const { id } = await call(datasetEndpoints.createDataset, { body: { ...body, spaceId: space.id } })
  for (;;) {
    const dataset = await call(datasetEndpoints.getDataset, { params: { datasetId: id } })
    if (dataset.status === 'success') return dataset
    await wait(100)
  }
}

/**
 * Labels three images while the server is killed, the network cut, the tab closed and the session expired. Throws unless every
 * gesture reached the server.
 */
export async function runLossStory(
  context: BrowserContext,
  count: number,
  { seed = 11, troubles: happening = troubles }: LossOptions = {},
): Promise<LossOutcome> {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-loss-'))
  let server = await startServer({ data })
  const { address } = server
  const call = createClient(server)
  const dataset = await datasetOf(call, server)
  const { items } = await call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  const memories = items.map(blankMemory)
  const random = createRandom(seed)
  const gesture = createAnnotator(random)
  const started = performance.now()
  let page = await context.newPage()
  let current = 0
  let made = 0
  let killed = 0

  const isOpen = async () => {
    await expect(page.getByText(`Image ${current + 1} of ${imageCount}`)).toBeVisible()
    await expect(page.locator('output[data-state]')).toBeVisible()
    await expect(page.getByText(words)).toBeHidden()
  }
  const open = async () => {
    await page.goto(`${address}/data-set/list/file/${dataset.id}/annotate/${items[current]!.id}`)
    await isOpen()
  }
  const some = async (few: number) => {
    for (let left = few; left > 0 && made < count; left -= 1) {
      await gesture(page, memories[current]!)
      made += 1
    }
  }
  const turn = async () => {
    const step = current === 0 || (current < imageCount - 1 && random() < 0.7) ? 1 : -1
    if (step === 1) memories[current]!.complete = true
    const left = items[current]!.id
    await page.keyboard.press(step === 1 ? 'Control+s' : 'PageUp')
    // A closed tab blocks its image for a while: saving skips it, or leads nowhere.
    await page.waitForURL(({ pathname }) => !pathname.endsWith(left), { timeout: 5_000 }).catch(() => undefined)
    current = items.findIndex(({ id }) => new URL(page.url()).pathname.endsWith(id))
    await isOpen()
  }
  const kill = async () => {
    // Sometimes in the middle of a save.
    await wait(random() * 700)
    await server.stop('SIGKILL')
    killed += 1
  }
  const restart = async () => {
    server = await startServer({ data, environment: { VERMILION_PORT: new URL(address).port } })
  }

  const happen: Record<Trouble, () => Promise<void>> = {
    async kill() {
      await kill()
      await expect(page.getByText(words)).toBeVisible()
      await some(4)
      await restart()
      await isOpen()
    },
    async cut() {
      await context.setOffline(true)
      await some(4)
      await wait(600)
      await context.setOffline(false)
      await isOpen()
    },
    async close() {
      await some(1)
      await page.close()
      page = await context.newPage()
      await open()
    },
    async 'close-dead'() {
      await kill()
      await expect(page.getByText(words)).toBeVisible()
      await some(3)
      await page.close()
      await restart()
      page = await context.newPage()
      await open()
    },
    async expire() {
      await isSaved(page)
      const token = await page.evaluate(() => localStorage.getItem('token'))
      const headers = { authorization: `Bearer ${token}` }
      // Before this gesture's save, which must wait for the next sign-in.
      await some(1)
      await fetch(`${address}${basePath}${accountEndpoints.logout.path}`, { method: 'POST', headers })
      await page.waitForURL('**/login**')
      await page.locator('input[autocomplete=username]').fill('admin')
      await page.locator('input[autocomplete=current-password]').fill(password)
      await page.keyboard.press('Enter')
      await isOpen()
    },
  }

  try {
    await signIn(page, address)
    await open()
    for (const [position, trouble] of happening.entries()) {
      const until = Math.round((count * (position + 1)) / (happening.length + 1))
      while (made < until) {
        await some(Math.min(until - made, 1 + Math.floor(random() * 12)))
        if (made < until) await turn()
      }
      await happen[trouble]()
    }
    await some(count - made)
    await isSaved(page)
    const [labels, itemsOfDataset] = [
      dataset.labels.map(({ id }) => id),
      { params: { datasetId: dataset.id }, query: {} },
    ]
    const after = (await call(datasetEndpoints.listItems, itemsOfDataset)).items
    for (const [position, memory] of memories.entries()) {
      const params = { itemId: items[position]!.id }
      const { shapes } = await call(annotationEndpoints.getAnnotation, { params })
      const boxes = shapes.flatMap((shape) =>
        'box' in shape ? [{ box: shape.box, label: labels.indexOf(shape.labelId) }] : [],
      )
      expectRemembered(boxes, memory, `image ${position + 1}`)
      expect(after[position]!.status).toBe(memory.complete ? 'labeled' : 'to-label')
    }
    return { gestures: made, killed, seconds: (performance.now() - started) / 1000 }
  } finally {
    await page.close()
    await server.stop()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function isSaved(page: Page): Promise<void> {
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
}
