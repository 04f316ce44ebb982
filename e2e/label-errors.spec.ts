import sharp from 'sharp'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import type { Shape } from '../contract/src/labels/index.ts'
import { modelEndpoints } from '../contract/src/models.ts'
import { redDetector } from '../server/src/areas/models/testing/onnx.ts'
import { space } from './support/content/files.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { findViolations } from './support/screen/violations.ts'
import type { Server } from './support/server/server.ts'
import { expect, test } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

const side = 320
const half = side / 2
const upperLeft = { x: 0, y: 0, width: half, height: half }

/** Red quarters on a ground of its own, so that no two pictures are the same unless they are to be. */
async function picture(ground: number, quarters: readonly { x: number; y: number }[]): Promise<Buffer> {
  const red = { input: { create: { width: half, height: half, channels: 3, background: '#f00' } } } as const
  const background = { r: 0, g: ground, b: 80 }
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .composite(quarters.map(({ x, y }) => ({ ...red, left: x, top: y })))
    .png()
    .toBuffer()
}

/** Labels of which one has the wrong class, one is missing and one is loose; `twin.png` is `fits.png` in another split. */
async function prepare(server: Server) {
  const fits = await picture(40, [upperLeft])
  const { call, id: spaceId } = await space(server, [
    { path: 'class.png', content: await picture(80, [upperLeft]) },
    { path: 'fits.png', content: fits },
    { path: 'loose.png', content: await picture(120, [upperLeft]) },
    { path: 'missing.png', content: await picture(160, [upperLeft, { x: half, y: half }]) },
    { path: 'twin.png', content: fits },
    { path: 'reds.onnx', content: redDetector() },
  ])
  const kinds = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const body = { name: 'yard', spaceId, ...kinds, labels: [{ name: 'red' }, { name: 'blue' }] }
  const params = { datasetId: (await call(datasetEndpoints.createDataset, { body })).id }
  await expect.poll(async () => (await call(datasetEndpoints.getDataset, { params })).status).toBe('success')
  const [red, blue] = (await call(datasetEndpoints.getDataset, { params })).labels.map(({ id }) => id)
  const changes: Record<string, Partial<Extract<Shape, { kind: 'box' }>>> = {
    'class.png': { labelId: blue! },
    'loose.png': { box: { x: 0, y: 0, width: half + 90, height: half } },
  }
  const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
  for (const { id: itemId, path } of items) {
    const shape = { id: path, kind: 'box', box: upperLeft, labelId: red!, source: 'manual', ...changes[path] } as const
    const annotation = { baseRevision: 0, shapes: [shape], complete: true }
    await call(annotationEndpoints.saveAnnotation, { params: { itemId }, body: annotation })
  }
  const split = (filter: object, change: 'train' | 'validation') =>
    call(datasetEndpoints.changeItems, { params, body: { selection: { filter }, change: { split: change } } })
  await split({}, 'train')
  await split({ search: 'twin' }, 'validation')
  const query = { search: 'reds.onnx' }
  const file = (await call(fileEndpoints.listFiles, { params: { spaceId }, query })).items[0]!
  await call(modelEndpoints.addModel, { body: { fileId: file.id, name: 'reds' } })
  return { call, params }
}

test('R1.03 R2.24 probable label errors are listed with their reason and reviewed in that order in the studio', async ({
  page,
  server,
}) => {
  const { params } = await prepare(server)
  await enter(page, server)
  await prefer(page, { lang: 'en-US' })
  const cards = page.getByRole('list', { name: 'Images by how probable an error is' }).getByRole('listitem')

  await test.step('a model of the repository judges the labels', async () => {
    await page.goto(`/data-set/list/file/${params.datasetId}/label-errors`)
    await page.getByRole('button', { name: 'Find probable label errors' }).click()
    const form = page.getByRole('dialog')
    await form.getByText('A model of the repository').click()
    await form.getByRole('button', { name: 'Find probable label errors' }).click()
    await expect(cards).toHaveCount(3)
    await expect(cards.filter({ hasText: 'class.png' })).toContainText(/Labeled blue, but the model sees red \(\d+ %\)/)
    await expect(cards.filter({ hasText: 'missing.png' })).toContainText(/No label here, but the model sees red/)
    await expect(cards.filter({ hasText: 'loose.png' })).toContainText(/The box of red is loose/)
    expect(await findViolations(page)).toEqual([])
  })

  const names = await cards.evaluateAll((all) => all.map((card) => /\w+\.png/.exec(card.textContent)?.[0] ?? ''))
  const panel = page.getByRole('region', { name: 'Probable label errors' })
  const { saved } = studio(page)
  const isAt = (name: string) => expect(page.getByRole('navigation').getByText(name)).toBeVisible()

  await test.step('the first opens in the studio with its reason and its place; the next follows in that order', async () => {
    await page.getByRole('button', { name: 'Review in the studio' }).click()
    await saved()
    await isAt(names[0]!)
    await expect(page.getByTestId('finding-mark')).toBeVisible()
    await expect(panel.getByRole('listitem')).toHaveCount(1)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await isAt(names[1]!)
  })

  await test.step('a label that is right is said to be so, and the list has it no longer', async () => {
    await panel.getByRole('button', { name: /is right$/ }).click()
    await expect(panel.getByRole('button', { name: /is right$/ })).toHaveText('Take back')
    await page.keyboard.press('ArrowRight')
    await isAt(names[2]!)
    await page.goto(`/data-set/list/file/${params.datasetId}/label-errors`)
    await expect(cards).toHaveCount(2)
    await expect(cards.filter({ hasText: names[1]! })).toHaveCount(0)
    await page.getByText('All images', { exact: true }).click()
    await expect(cards.filter({ hasText: names[1]! })).toContainText('Said to be right')
  })
})

test('R2.31 leakage is told before a training, mended in one press, and that is undone', async ({ page, server }) => {
  const { call, params } = await prepare(server)
  const splitOfTwin = async () =>
    (await call(datasetEndpoints.listItems, { params, query: { search: 'twin' } })).items[0]!.split
  await enter(page, server)
  await prefer(page, { lang: 'en-US' })
  await page.goto(`/data-set/list/file/${params.datasetId}`)
  await page.getByRole('button', { name: 'Train on this' }).click()
  const form = page.getByRole('dialog')
  const note = form.getByRole('status').filter({ hasText: 'would flatter' })
  await expect(note).toContainText('1 image of validation is the same')
  expect(await findViolations(page)).toEqual([])
  await note.getByRole('button', { name: 'Move like images into one split' }).click()
  await expect.poll(splitOfTwin).toBe('train')
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(splitOfTwin).toBe('validation')
  await expect(note).toBeVisible()
})
