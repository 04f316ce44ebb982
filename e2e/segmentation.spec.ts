import { setTimeout as wait } from 'node:timers/promises'
import { expect, test as base } from '@playwright/test'
import sharp from 'sharp'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { assistEndpoints } from '../contract/src/assist-models/endpoints.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { maskArea, maskContains } from '../contract/src/labels/mask.ts'
import type { LabelType } from '../contract/src/labels/dataset-labels.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { tinyModels } from '../server/src/areas/assist-models/testing/tiny-models.ts'
import { putFiles } from './support/content/put-files.ts'
import { enter } from './support/screen/screen.ts'
import { createClient, type Call } from './support/server/client.ts'
import { startServer, type Server } from './support/server/server.ts'
import { studio } from './support/studio/studio.ts'

const image = { width: 320, height: 240 }
const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ program: ['server/src/areas/assist-models/testing/serve.ts'] })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.address),
})

/** Two red squares of 80 pixels on grey. */
async function scene(): Promise<Uint8Array> {
  const square = { create: { width: 80, height: 80, channels: 3 as const, background: '#e02020' } }
  return sharp({ create: { ...image, channels: 3, background: '#707070' } })
    .composite([
      { input: square, left: 40, top: 40 },
      { input: square, left: 200, top: 120 },
    ])
    .png()
    .toBuffer()
}

async function datasetOf(call: Call, spaceId: string, labelType: LabelType) {
  const labels = [{ name: 'square' }]
  const body = { name: labelType, labelType, format: 'coco', type: 'image', spaceId, labels } as const
  const { id: datasetId } = await call(datasetEndpoints.createDataset, { body })
  const params = { datasetId }
  while ((await call(datasetEndpoints.getDataset, { params })).status !== 'success') await wait(50)
  const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
  return { address: `/data-set/list/file/${datasetId}/annotate/${items[0]!.id}`, itemId: items[0]!.id }
}

test('R2.24 R2.25 click to segment: clicks preview and take away, Enter takes; a box where boxes are labeled', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'scenes', path: 'scenes' } })
  await putFiles(server, spaceId, { 'scene.png': await scene() })
  const regions = await datasetOf(call, spaceId, 'semantic-segmentation')
  const boxes = await datasetOf(call, spaceId, 'target-detection')
  const { canvas, locate, drag, shapes, saved } = studio(page)
  const shapesOf = async (itemId: string) =>
    (await call(annotationEndpoints.getAnnotation, { params: { itemId } })).shapes
  const click = async (x: number, y: number, options: { modifiers?: ['Alt']; button?: 'right' } = {}) => {
    const at = await locate(image, x, y)
    await page.mouse.move(at.x, at.y)
    if (options.modifiers) await page.keyboard.down('Alt')
    await page.mouse.click(at.x, at.y, { button: options.button ?? 'left' })
    if (options.modifiers) await page.keyboard.up('Alt')
  }
  /** Waits for the server's next response and returns its mask. */
  const answered = async (action: () => Promise<void>, points: number) => {
    const response = page.waitForResponse((one) => {
      const { prompt } = (one.request().postDataJSON() ?? {}) as { prompt?: { points: unknown[]; box?: object } }
      return one.url().endsWith('/segmentation') && prompt?.points.length === points
    })
    await action()
    return (await response).ok()
  }
  await enter(page, server)

  await test.step('without a model the tool says where one comes from', async () => {
    await page.goto(regions.address)
    await saved()
    await page.getByRole('button', { name: 'Click to segment' }).click()
    await expect(page.getByRole('alert')).toContainText('No segmenter is on this server')
    await expect(page.getByRole('link', { name: 'Fetch one in the settings' })).toBeVisible()
    const { entry, files } = tinyModels.segmenter
    const modelFiles = Object.entries(files).map(([path, content]) => [`model/${path}`, content] as const)
    await putFiles(server, spaceId, Object.fromEntries(modelFiles))
    const params = { modelId: entry.id }
    await call(assistEndpoints.bringAssistModel, { params, body: { spaceId, path: 'model' } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('By Tiny segmenter')).toBeVisible()
  })

  await test.step('a click previews, one with Alt takes away, Enter takes, and the pixels are on the server', async () => {
    await canvas.focus()
    expect(await answered(() => click(60, 60), 1)).toBe(true)
    expect(await answered(() => click(240, 160, { modifiers: ['Alt'] }), 2)).toBe(true)
    await expect(page.getByRole('button', { name: 'Take' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(shapes).toHaveCount(1)
    await saved()
    const [shape] = await shapesOf(regions.itemId)
    if (!shape || !('mask' in shape)) throw new Error('no mask was saved')
    expect(shape).toMatchObject({ source: 'manual' })
    expect(shape).not.toHaveProperty('score')
    expect(Math.abs(maskArea(shape.mask) - 80 * 80)).toBeLessThan(250)
    expect(maskContains(shape.mask, { x: 45, y: 45 })).toBe(true)
    expect(maskContains(shape.mask, { x: 240, y: 160 })).toBe(false)
  })

  await test.step('Backspace takes the last click back, Escape all of them', async () => {
    await answered(() => click(240, 160), 1)
    await answered(() => click(60, 60, { button: 'right' }), 2)
    await answered(() => page.keyboard.press('Backspace'), 1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Take' })).toHaveCount(0)
    await expect(shapes).toHaveCount(1)
  })

  await test.step('in a dataset of boxes a box as prompt becomes the box around what is in it', async () => {
    await page.goto(boxes.address)
    await saved()
    await canvas.focus()
    await page.keyboard.press('q')
    await expect(page.getByText('By Tiny segmenter')).toBeVisible()
    await answered(() => drag(image, [190, 110], [295, 215]), 0)
    await page.keyboard.press('Enter')
    await expect(shapes).toHaveCount(1)
    await saved()
    const [shape] = await shapesOf(boxes.itemId)
    if (!shape || !('box' in shape)) throw new Error('no box was saved')
    for (const [side, value] of Object.entries({ x: 200, y: 120, width: 80, height: 80 }))
      expect(Math.abs(shape.box[side as keyof typeof shape.box] - value), side).toBeLessThanOrEqual(2)
  })
})
