import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { imageSearchEndpoints } from '../contract/src/image-search.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { type FakeHub, startFakeHub } from '../server/src/areas/assist-models/testing/fake-hub.ts'
import { tinyModels } from '../server/src/areas/assist-models/testing/tiny-models.ts'
import { putFiles } from './support/content/put-files.ts'
import { createClient } from './support/server/client.ts'
import { startServer } from './support/server/server.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test as base } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

/** A server with tiny models to download, and their hub. */
const test = base.extend<{ hub: FakeHub }>({
  hub: async ({}, use) => {
    const hub = await startFakeHub(Object.values(tinyModels))
    await use(hub)
    await hub.stop()
  },
  server: async ({}, use) => {
    const server = await startServer({ program: ['server/src/areas/assist-models/testing/serve.ts'] })
    await use(server)
    await server.stop()
  },
})

const size = { width: 64, height: 64 }
const half = { x: 0, y: 0, width: 32, height: 32 }

/** A gray picture with a colored upper left quarter, or fully colored. */
function picture(colour: string, part: { width: number; height: number }): Promise<Buffer> {
  const coloured = { create: { ...part, channels: 3 as const, background: colour } }
  return sharp({ create: { ...size, channels: 3, background: '#707070' } })
    .composite([{ input: coloured, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** Downloads a model on the settings page, and waits until it is used. */
async function fetchModel(page: Page, name: string, { hasTerms = false } = {}): Promise<void> {
  await page.getByRole('button', { name: `Fetch ${name}` }).click()
  if (hasTerms) {
    const question = page.getByRole('dialog', { name: `Fetch ${name} under its own terms?` })
    await expect(question.getByRole('link', { name: 'Read the terms' })).toBeVisible()
    await question.getByRole('button', { name: 'Fetch' }).click()
  }
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText('Ready', { exact: true })).toBeVisible()
  await expect(row.getByText('In use')).toBeVisible()
}

test('R1.03 R2.24 R2.31 R5.03 models are fetched from a mirror, cut off twice and gone on with; then words in Chinese find a picture, a click cuts a thing out, and words label boxes', async ({
  page,
  server,
  hub,
}) => {
  const call = createClient(server)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'colours', path: 'colours' } })
  await putFiles(server, spaceId, {
    'red.png': await picture('#f01010', half),
    'green.png': await picture('#10f010', size),
    'blue.png': await picture('#1010f0', half),
  })
  const about = { name: 'colours', labelType: 'target-detection', format: 'coco', type: 'image', spaceId } as const
  const { id: datasetId } = await call(datasetEndpoints.createDataset, {
    body: { ...about, labels: [{ name: '方块' }] },
  })
  const params = { datasetId }
  await expect.poll(async () => (await call(datasetEndpoints.getDataset, { params })).status).toBe('success')
  const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
  const itemOf = (path: string) => items.find((item) => item.path === path)!.id
  const boxesOf = async (path: string) => {
    const { shapes } = await call(annotationEndpoints.getAnnotation, { params: { itemId: itemOf(path) } })
    return shapes.map((shape) => ({ source: shape.source, box: 'box' in shape ? shape.box : null }))
  }
  await call(imageSearchEndpoints.buildSearchIndex, { body: {} })
  await enter(page, server)
  await prefer(page, { lang: 'en-US' })

  await test.step('without a model, words find names, and the page says how to get one', async () => {
    await page.goto(`/data-set/search?mode=text&words=${encodeURIComponent('红色')}`)
    await expect(page.getByText('No image matches')).toBeVisible()
    await page.getByRole('link', { name: 'Set up search by content' }).click()
    await expect(page).toHaveURL(/settings\/assist-models$/)
  })

  await test.step('the mirror is set, and the models come although the first is cut off twice', async () => {
    expect(hub.asked).toEqual([])
    await page.getByLabel('Address of the hub').fill('nowhere')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Please enter an address that begins with https:// or http://')
    await page.getByLabel('Address of the hub').fill(hub.address)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved')).toBeVisible()
    hub.cuts = 2
    await fetchModel(page, 'Tiny embedder')
    expect(hub.asked.filter((request) => /^GET \/cdn.*bytes=/.test(request))).toHaveLength(2)
    await fetchModel(page, 'Tiny detector')
    await fetchModel(page, 'Tiny segmenter')
    await fetchModel(page, 'Tiny word segmenter', { hasTerms: true })
  })

  await test.step('words in Chinese find the red picture', async () => {
    await expect
      .poll(async () => {
        const { embedder, indexed } = await call(imageSearchEndpoints.getSearchIndex, {})
        return embedder.embedsText && indexed
      })
      .toBe(3)
    await page.goto(`/data-set/search?mode=text&words=${encodeURIComponent('红色的')}`)
    const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    // Images that hardly match the text are omitted.
    await expect(results).toHaveText([/red\.png/])
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(results).toHaveCount(3)
    await expect(results.first()).toContainText('red.png')
    await page.getByRole('searchbox', { name: 'Search words' }).fill('blue')
    await expect(results.first()).toContainText('blue.png')
  })

  await test.step('a click cuts the red square out, as a box where boxes are labeled', async () => {
    await page.goto(`/data-set/list/file/${datasetId}/annotate/${itemOf('red.png')}`)
    const { canvas, locate, saved, shapes } = studio(page)
    await saved()
    await canvas.focus()
    await page.keyboard.press('q')
    await expect(page.getByText('By Tiny segmenter')).toBeVisible()
    const at = await locate(size, 12, 12)
    await page.mouse.click(at.x, at.y)
    await page.keyboard.press('Enter')
    await expect(shapes).toHaveCount(1)
    await saved()
    const [shape] = await boxesOf('red.png')
    expect(shape?.source).toBe('manual')
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(shape!.box![side] - half[side]), side).toBeLessThanOrEqual(2)
  })

  await test.step('words, in the language of the label too, suggest boxes of what they say', async () => {
    await page.goto(`/data-set/list/file/${datasetId}`)
    await page.getByRole('button', { name: 'Auto-label', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('Tiny detector', { exact: true })).toBeVisible()
    await drawer.getByLabel('Prompt').fill('方块: 蓝')
    await drawer.getByLabel('Confidence threshold').fill('0.5')
    await drawer.getByRole('radio', { name: 'All' }).check()
    await drawer.getByRole('button', { name: 'Preview on five images' }).click()
    await expect(drawer.getByText('1 suggestion', { exact: true })).toHaveCount(1)
    await expect(drawer.getByText('0 suggestions', { exact: true })).toHaveCount(2)
    await drawer.getByRole('button', { name: 'Auto-label 3 images' }).click()
    await expect(page.getByRole('dialog').getByText('Success', { exact: true })).toBeVisible()
    expect(await boxesOf('blue.png')).toEqual([{ source: 'model', box: half }])
    expect(await boxesOf('green.png')).toEqual([])
    expect(await boxesOf('red.png')).toHaveLength(1)
  })

  await test.step('depth maps of the pictures become files, once a model is here', async () => {
    const file = page.getByRole('option', { name: /red\.png/ })
    const ask = async () => {
      await page.goto(`/space/list/file/${spaceId}`)
      await file.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Depth maps…' }).click()
    }
    const dialog = page.getByRole('dialog', { name: 'Depth maps of the pictures' })
    await ask()
    await expect(dialog.getByRole('alert')).toContainText('No depth model is on this server')
    await expect(dialog.getByRole('button', { name: 'Make depth maps' })).toBeDisabled()
    await dialog.getByRole('link', { name: 'Fetch one in the settings' }).click()
    await fetchModel(page, 'Tiny depth')
    await ask()
    await dialog.getByRole('button', { name: 'Make depth maps' }).click()
    await expect(page.getByText('The depth maps are made')).toBeVisible()
    await page.goto(`/space/list/file/${spaceId}?folder=depth`)
    await expect(page.getByRole('option', { name: /red\.png/ })).toBeVisible()
  })

  await test.step('a model is removed, after a question that says what follows', async () => {
    await page.goto('/settings/assist-models')
    await page.getByRole('button', { name: 'Actions on Tiny embedder' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(page.getByText('The index of images is then built anew')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Fetch Tiny embedder' })).toBeVisible()
  })
})
