import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test as base, type Page } from '@playwright/test'
import { annotationEndpoints, presenceTimes } from '../contract/src/annotation.ts'
import { type DatasetItem } from '../contract/src/datasets/items.ts'
import { datasetEndpoints, type Dataset } from '../contract/src/datasets.ts'
import type { Shape } from '../contract/src/labels/index.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { createClient, type Call } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
import { startServer } from './support/server/server.ts'
import { studio } from './support/studio/studio.ts'

/** The sample's pictures. */
const image = { width: 320, height: 240 }

/** A server for these stories, with a labeled dataset of three images. */
interface World {
  readonly address: string
  readonly token: string
  readonly call: Call
  readonly dataset: Dataset
  readonly items: readonly DatasetItem[]
  kill(): Promise<void>
  /** Starts the server again where the browser knows it. */
  restart(): Promise<void>
}

async function createWorld(data: string): Promise<World & { end(): Promise<void> }> {
  let server = await startServer({ data })
  const { address, token } = server
  const call = createClient(server)
  await call(sampleEndpoints.createSample, { body: { name: 'floor', count: 3, seed: 5, ...image } })
  const dataset = await datasetReady(call)
  const { items } = await call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  return {
    address,
    token,
    call,
    dataset,
    items,
    kill: () => server.stop('SIGKILL'),
    async restart() {
      server = await startServer({ data, environment: { VERMILION_PORT: new URL(address).port } })
    },
    end: () => server.stop(),
  }
}

async function datasetReady(call: Call): Promise<Dataset> {
  for (;;) {
    const [dataset] = (await call(datasetEndpoints.listDatasets, { query: {} })).items
    if (dataset?.status === 'success') return dataset
    await wait(200)
  }
}

const test = base.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      const data = await mkdtemp(join(tmpdir(), 'vermilion-journal-'))
      const world = await createWorld(data)
      await use(world)
      await world.end()
      await rm(data, { recursive: true, force: true, maxRetries: 5 })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => use(world.address),
})

async function open(page: Page, { dataset, token }: World, item: DatasetItem): Promise<void> {
  await enter(page, { token })
  // Its neighbours are fetched beside it: the answer of one of them says nothing of this image.
  const picture = page.waitForResponse((response) => response.url().includes(`/files/${item.fileId}/picture`))
  await page.goto(`/data-set/list/file/${dataset.id}/annotate/${item.id}`)
  await studio(page).saved()
  // A card over an image that never came says so.
  await (await picture).finished()
  // The canvas is loaded by itself: from here on a server that is away keeps nobody from drawing.
  await expect(studio(page).canvas).toBeVisible()
}

const shapesOf = async ({ call }: World, item: DatasetItem): Promise<Shape[]> =>
  (await call(annotationEndpoints.getAnnotation, { params: { itemId: item.id } })).shapes

test('R4.12 what is drawn while the server is dead is saved when it lives again, also by another page', async ({
  context,
  page,
  world,
}) => {
  const [item] = world.items
  await open(page, world, item!)
  const previous = await shapesOf(world, item!)
  const { draw, shapes } = studio(page)
  await world.kill()
  await expect(page.getByText('The server cannot be reached. What you see may be out of date')).toBeVisible()
  await draw(image, 0, { x: 20, y: 20, width: 30, height: 20 })
  await draw(image, 1, { x: 200, y: 150, width: 60, height: 40 })
  await expect(shapes).toHaveCount(previous.length + 2)
  await expect(page.getByText('Offline: kept in this browser')).toBeVisible()
  await page.close()

  await world.restart()
  const later = await context.newPage()
  await later.goto('/welcome')
  await expect(later.getByText('The unsaved labels of 1 image were saved')).toBeVisible()
  const after = await shapesOf(world, item!)
  expect(after).toHaveLength(previous.length + 2)
  expect(after.slice(0, previous.length)).toEqual(previous)
})

test('an image that could not be had while the server was dead is told, and comes with it', async ({ page, world }) => {
  const { dataset, token } = world
  await enter(page, { token })
  const content = /\/files\/[^/]+\/picture/
  await page.route(content, (route) => route.abort())
  await page.goto(`/data-set/list/file/${dataset.id}/annotate/${world.items[2]!.id}`)
  await expect(page.getByRole('heading', { name: 'This image cannot be shown' })).toBeVisible()
  await world.kill()
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
  await page.unroute(content)
  const picture = page.waitForResponse(content)
  await world.restart()
  expect((await picture).ok()).toBe(true)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'This image cannot be shown' })).toHaveCount(0)
})

test('R4.12 a part that was not loaded yet takes nothing away while the server is dead, and comes with it', async ({
  page,
  world,
}) => {
  const [, item] = world.items
  await open(page, world, item!)
  await world.kill()
  await page.keyboard.press('Control+k')
  await expect(page.getByText('The server cannot be reached. What you see may be out of date')).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search, go to, or run a command' })
  await expect(palette).toHaveCount(0)
  await expect(studio(page).canvas).toBeVisible()
  await world.restart()
  await expect(palette).toBeVisible()
})

test('R4.12 undo reaches back over a reload, and over a change of image', async ({ page, world }) => {
  const [, item, next] = world.items
  await open(page, world, item!)
  const previous = await shapesOf(world, item!)
  const { canvas, draw, shapes, saved } = studio(page)
  await draw(image, 0, { x: 30, y: 30, width: 40, height: 30 })
  await saved()
  await page.reload()
  await expect(shapes).toHaveCount(previous.length + 1)
  // Also where something is labeled it opens with the tool that draws.
  await expect(page.getByRole('button', { name: 'Draw boxes' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('PageDown')
  await expect(page.getByText('Image 3 of 3')).toBeVisible()
  await page.keyboard.press('PageUp')
  await expect(page.getByText('Image 2 of 3')).toBeVisible()
  let otherReports = 0
  page.on('request', (request) => {
    const isThere = request.url().endsWith(`/items/${next!.id}/presence`) && !request.postData()?.includes('leaving')
    if (isThere) otherReports += 1
  })
  await expect(shapes).toHaveCount(previous.length + 1)
  await canvas.focus()
  await page.keyboard.press('Control+z')
  await expect(shapes).toHaveCount(previous.length)
  await expect.poll(async () => shapesOf(world, item!)).toEqual(previous)
  // It no longer says that it is where it was.
  expect(otherReports).toBe(0)
})

/** Chooses a box by a click into its middle and moves it by a key. */
async function nudge(page: Page, shape: Shape, key: string): Promise<void> {
  if (!('box' in shape)) throw new Error('the sample has boxes alone')
  const { x, y, width, height } = shape.box
  const { canvas, locate } = studio(page)
  const at = await locate(image, x + width / 2, y + height / 2)
  await canvas.focus()
  await page.keyboard.press('v')
  await page.mouse.click(at.x, at.y)
  await page.keyboard.press(key)
}

test('two browsers on one image see each other; what both drew and what both changed is there, also on the other’s screen', async ({
  browser,
  page,
  world,
}) => {
  test.slow()
  const [first, , item] = world.items
  const context = await browser.newContext({ baseURL: world.address })
  const other = await context.newPage()
  await open(page, world, item!)
  await open(other, world, item!)
  const here = { name: 'Also on this image: admin' }
  // Whoever was here in an earlier story is shown for a while after, and gone with the next beat.
  const timeout = (presenceTimes.shown + presenceTimes.beat + 10) * 1_000
  for (const each of [page, other]) await expect(each.getByRole('list', here)).toHaveText('AD', { timeout })
  const previous = await shapesOf(world, item!)
  await page.context().setOffline(true)
  await nudge(other, previous[0]!, 'ArrowDown')
  await studio(other).draw(image, 0, { x: 5, y: 30, width: 24, height: 20 })
  await expect.poll(async () => (await shapesOf(world, item!)).length).toBe(previous.length + 1)
  await studio(other).saved()
  await nudge(page, previous[0]!, 'ArrowUp')
  await studio(page).draw(image, 1, { x: 220, y: 200, width: 40, height: 30 })
  await page.context().setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this image meanwhile' })
  await expect(dialog).toContainText('1 shape was changed on both sides')
  await expect(dialog.getByRole('radio', { name: 'Both, one beside the other' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Merge both' }).click()
  await studio(page).saved()
  const after = await shapesOf(world, item!)
  expect(after).toHaveLength(previous.length + 3)
  const [was] = previous
  const moved = (by: number) => (was && 'box' in was ? { ...was.box, y: was.box.y + by } : null)
  const boxes = after.map((shape) => ('box' in shape ? shape.box : null))
  expect(boxes).toContainEqual(moved(1))
  expect(boxes).toContainEqual(moved(-1))
  await expect(studio(other).shapes).toHaveCount(after.length)

  // Whoever saves is led past the image that somebody is at.
  await other.goto(`/data-set/list/file/${world.dataset.id}/annotate/${world.items[1]!.id}`)
  await studio(other).saved()
  await expect(page.getByRole('list', here)).toBeHidden()
  await page.goto(`/data-set/list/file/${world.dataset.id}/annotate/${first!.id}`)
  await studio(page).saved()
  // Also where the server takes its time.
  await page.route('**/datasets/*/next', async (route) => {
    await wait(1_500)
    await route.continue()
  })
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Image 3 of 3')).toBeVisible()
  await context.close()
})

test('whoever closes the page is seen to leave at once', async ({ browser, page, world }) => {
  const [item] = world.items
  const context = await browser.newContext({ baseURL: world.address })
  const other = await context.newPage()
  await open(page, world, item!)
  const others = page.getByRole('list', { name: 'Also on this image: admin' })
  // Whoever was here when the server was killed could not say that they leave.
  await expect(others).toBeHidden()
  await open(other, world, item!)
  await expect(others).toBeVisible()
  await other.goto('about:blank')
  await expect(others).toBeHidden()
  await other.goBack()
  await expect(others).toBeVisible()
  await other.close()
  await expect(others).toBeHidden()
  await context.close()
})

test('two people on one image: both versions are shown, and merged shape by shape', async ({ page, world }) => {
  const [, , item] = world.items
  await open(page, world, item!)
  const previous = await shapesOf(world, item!)
  const { draw, saved } = studio(page)
  const box = { x: 5, y: 5, width: 20, height: 20 }
  const foreign: Shape = { id: 'foreign', kind: 'box', labelId: world.dataset.labels[0]!.id, box, source: 'manual' }
  await page.context().setOffline(true)
  const { revision } = await world.call(annotationEndpoints.getAnnotation, { params: { itemId: item!.id } })
  const body = { baseRevision: revision, shapes: [...previous, foreign] }
  await world.call(annotationEndpoints.saveAnnotation, { params: { itemId: item!.id }, body })
  await draw(image, 1, { x: 220, y: 170, width: 40, height: 30 })
  await page.context().setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'Somebody else has saved this image meanwhile' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge both' }).click()
  await saved()
  const after = await shapesOf(world, item!)
  expect(after).toHaveLength(previous.length + 2)
  expect(after.some(({ id }) => id === 'foreign')).toBe(true)
})
