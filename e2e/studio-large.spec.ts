import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { maskArea } from '../contract/src/labels/mask.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { putFiles } from './support/content/put-files.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

const image = { width: 8_000, height: 6_000 }
const panel = { left: 3_900, top: 2_900, width: 300, height: 200 }

test('R2.25 an image of forty-eight megapixels is shown in tiles, which the wand looks at', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const ground = sharp({ create: { ...image, channels: 3, background: '#336688' } })
  const input = await sharp({ create: { ...panel, channels: 3, background: '#dd3322' } })
    .png()
    .toBuffer()
  const picture = await ground
    .composite([{ input, left: panel.left, top: panel.top }])
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'aerial', path: 'aerial' } })
  await putFiles(server, spaceId, { 'site.jpg': picture })
  const body = { name: 'site', type: 'image', labelType: 'semantic-segmentation', format: 'coco', spaceId } as const
  const { id: datasetId } = await call(datasetEndpoints.createDataset, {
    body: { ...body, labels: [{ name: 'panel' }] },
  })
  while ((await call(datasetEndpoints.getDataset, { params: { datasetId } })).status !== 'success') await wait(50)
  const [item] = (await call(datasetEndpoints.listItems, { params: { datasetId }, query: {} })).items
  if (!item) throw new Error('the dataset is empty')

  await enter(page, server)
  await page.goto('/welcome')
  // A failed tile shows an error and is retried; a lost tile is requested again on the next move.
  await page.route('**/tiles', (route) => route.fulfill({ status: 500, json: {} }))
  let lost = 0
  await page.route('**/tile?*', (route) => ((lost += 1) <= 3 ? route.abort() : route.continue()))
  await page.goto(`/data-set/list/file/${datasetId}/annotate/${item.id}`)
  const note = page.getByRole('alert').filter({ hasText: 'The details of this image cannot be shown' })
  await expect(note).toBeVisible()
  await page.unroute('**/tiles')
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toBeHidden()
  const { canvas, shapes, saved } = studio(page)
  const tiles = canvas.locator('img[src*="/tile?"]')
  const isWhole = (all: Element[]) =>
    all.length > 0 && all.every((each) => each instanceof HTMLImageElement && each.naturalWidth > 0)
  let step = 0
  await expect
    .poll(
      async () => {
        await canvas.hover({ position: { x: 100 + ((step += 1) % 50), y: 100 } })
        return tiles.evaluateAll(isWhole)
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  await expect(tiles.first()).toHaveJSProperty('naturalWidth', 512)
  await expect(canvas.locator('img[src*="/content"]')).toHaveCount(0)
  expect(lost).toBeGreaterThan(3)

  await canvas.focus()
  await page.keyboard.press('Shift+z')
  const sharpest = canvas.locator('img[src*="level=0"]')
  await expect(sharpest.first()).toBeVisible()
  await expect
    .poll(() => sharpest.evaluateAll((all) => all.every((each) => each instanceof HTMLImageElement && each.complete)))
    .toBe(true)
  const frame = await canvas.boundingBox()
  if (!frame) throw new Error('the canvas is not on the page')
  await page.keyboard.press('w')
  await page.mouse.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
  await expect(shapes).toHaveCount(1)
  await saved()
  const [shape] = (await call(annotationEndpoints.getAnnotation, { params: { itemId: item.id } })).shapes
  const area = shape && 'mask' in shape ? maskArea(shape.mask) : 0
  expect(Math.abs(area - panel.width * panel.height)).toBeLessThan(0.02 * panel.width * panel.height)
})
