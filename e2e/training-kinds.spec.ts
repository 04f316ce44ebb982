import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { createClient, type Call } from './support/server/client.ts'
import { putFiles } from './support/content/put-files.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

const count = 24
const size = 64
/** Bright region of an image. */
const areaOf = (at: number) => ({ x: 6 + ((at * 7) % 20), y: 8 + ((at * 5) % 18), width: 28, height: 26 })
function cornersOf(at: number): [number, number][] {
  const { x, y, width, height } = areaOf(at)
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
}
const isRed = (at: number) => (at * 7) % 3 < 1

/** A red or a blue picture, with a bright part in it. */
function picture(at: number): Promise<Buffer> {
  const { x, y, width, height } = areaOf(at)
  const background = isRed(at) ? { r: 130, g: 30, b: 30 } : { r: 30, g: 30, b: 130 }
  const bright = { create: { width, height, channels: 3, background: { r: 230, g: 230, b: 200 } } } as const
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: bright, left: x, top: y }])
    .png()
    .toBuffer()
}

async function datasetOf(call: Call, spaceId: string, labelType: 'picture-classification' | 'semantic-segmentation') {
  const labels = labelType === 'picture-classification' ? [{ name: 'red' }, { name: 'blue' }] : [{ name: 'bright' }]
  const body = { name: labelType, labelType, format: 'coco', type: 'image', spaceId, labels } as const
  const { id: datasetId } = await call(datasetEndpoints.createDataset, { body })
  const get = () => call(datasetEndpoints.getDataset, { params: { datasetId } })
  await expect.poll(async () => (await get()).status).toBe('success')
  const query = { limit: 100, sort: 'path' } as const
  const { items } = await call(datasetEndpoints.listItems, { params: { datasetId }, query })
  return { dataset: await get(), items }
}

const labeledOf = async (call: Call, datasetId: string) =>
  (await call(datasetEndpoints.getDataset, { params: { datasetId } })).labeledCount

/** Starts a training from the dataset page, and returns the metric of its last epoch. */
async function train(page: Page, call: Call, datasetId: string, kind: { name: string; image: string; column: string }) {
  await page.goto(`/data-set/list/file/${datasetId}`)
  await page.getByRole('button', { name: 'Train on this' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByText(kind.image).first()).toBeVisible()
  await form.getByLabel('Task name').fill(kind.name)
  await form.locator('summary', { hasText: 'Parameters' }).click()
  await form.getByLabel('Epochs', { exact: true }).fill('8')
  await form.getByLabel('Input size').fill('64')
  await form.getByLabel('Batch size').fill('8')
  await form.getByLabel('Learning rate').fill('0.005')
  await form.getByRole('button', { name: 'Start training' }).click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('link', { name: 'Open the model' })).toBeVisible()
  const taskId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { columns, rows } = await call(taskEndpoints.taskMetrics, { params: { taskId } })
  return Math.max(...rows.map((row) => row[columns.indexOf(kind.column)] ?? 0))
}

test('R1.04 R2.21 R5.01 R5.11 trainings of classes and of regions are started from the form, and beat their baselines', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'pictures', path: 'pictures' } })
  const names = Array.from({ length: count }, (_, at) => `${`${at}`.padStart(2, '0')}.png`)
  const files = await Promise.all(names.map(async (name, at) => [name, new Uint8Array(await picture(at))] as const))
  await putFiles(server, spaceId, Object.fromEntries(files))
  await enter(page, server)
  await page.goto('/welcome')

  await test.step('R2.25 classes are labeled in the studio, a digit an image; two thirds are of one class', async () => {
    const { dataset, items } = await datasetOf(call, spaceId, 'picture-classification')
    await page.goto(`/data-set/list/file/${dataset.id}/annotate/${items[0]?.id}`)
    for (const [at] of items.entries()) {
      await expect(page.getByText(`Image ${at + 1} of ${count}`)).toBeVisible()
      await expect(page.locator('output[data-state=saved]')).toBeVisible()
      await page.keyboard.press(isRed(at) ? '1' : '2')
    }
    await expect.poll(() => labeledOf(call, dataset.id)).toBe(count)
    const kind = { name: 'colours', image: 'vermilion/starter-classifier', column: 'metrics/top1' }
    expect(await train(page, call, dataset.id, kind)).toBeGreaterThan(2 / 3)
  })

  await test.step('R2.25 regions are outlined in the studio; a fifth of each image is of the class', async () => {
    const { dataset, items } = await datasetOf(call, spaceId, 'semantic-segmentation')
    await page.goto(`/data-set/list/file/${dataset.id}/annotate/${items[0]?.id}`)
    const { locate, shapes } = studio(page)
    for (const [at] of items.entries()) {
      await expect(page.getByText(`Image ${at + 1} of ${count}`)).toBeVisible()
      await expect(page.locator('output[data-state=saved]')).toBeVisible()
      await page.keyboard.press('p')
      for (const [x, y] of cornersOf(at)) {
        const point = await locate({ width: size, height: size }, x, y)
        await page.mouse.click(point.x, point.y)
      }
      await page.keyboard.press('Enter')
      await expect(shapes).toHaveCount(1)
      await page.keyboard.press('Control+s')
    }
    await expect.poll(() => labeledOf(call, dataset.id)).toBe(count)
    const drawn = await call(annotationEndpoints.getAnnotation, { params: { itemId: items[1]?.id ?? '' } })
    const [polygon] = drawn.shapes.flatMap((shape) => ('polygon' in shape ? [shape.polygon] : []))
    const corners = (polygon?.rings[0] ?? []).map((length) => Math.round(length))
    expect(corners).toEqual(cornersOf(1).flat())
    const kind = { name: 'regions', image: 'vermilion/starter-segmenter', column: 'metrics/mIoU' }
    expect(await train(page, call, dataset.id, kind)).toBeGreaterThan(0.5)
  })
})
