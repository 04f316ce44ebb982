import { setTimeout as wait } from 'node:timers/promises'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient, type Call } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

/** Four pictures, and a label with an attribute. */
async function floor(call: Call) {
  const { id: spaceId } = await call(sampleEndpoints.createSample, {
    body: { name: 'floor', count: 4, width: 320, height: 240, labeled: false },
  })
  while ((await call(spaceEndpoints.getSpace, { params: { spaceId } })).status !== 'success') await wait(50)
  const surface = { name: 'Surface', type: 'select' as const, options: ['wet', 'dry'] }
  const labels = [{ name: 'dirt', attributes: [surface] }]
  const kind = { labelType: 'target-detection', format: 'coco', type: 'image' } as const
  const { id } = await call(datasetEndpoints.createDataset, { body: { name: 'floor', ...kind, spaceId, labels } })
  const params = { datasetId: id }
  while ((await call(datasetEndpoints.getDataset, { params })).status !== 'success') await wait(50)
  const dataset = await call(datasetEndpoints.getDataset, { params })
  const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
  return { dataset, params, items: items.map(({ id: itemId }) => itemId) }
}

test('R2.26 a value that fits its attribute no more is shown and left out, and keeps no image from being saved', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const { dataset, params, items } = await floor(call)
  const [label] = dataset.labels
  const [surface] = label!.attributes
  const shapesOf = async (index: number) =>
    (await call(annotationEndpoints.getAnnotation, { params: { itemId: items[index]! } })).shapes
  const change = (options: string[]) =>
    call(datasetEndpoints.updateLabels, {
      params,
      body: { labels: [{ id: label!.id, name: 'dirt', attributes: [{ ...surface!, options }] }] },
    })
  const box = { id: 'a', kind: 'box', labelId: label!.id, box: { x: 40, y: 40, width: 80, height: 60 } } as const
  await call(annotationEndpoints.saveAnnotation, {
    params: { itemId: items[0]! },
    body: { baseRevision: 0, shapes: [{ ...box, attributes: { [surface!.id]: 'wet' } }] },
  })
  await change(['damp', 'dry'])
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.url().endsWith('/annotation'))
      statuses.push(response.status())
  })
  const { canvas, shapes, saved } = studio(page)
  const note = page.getByText('1 value of an attribute does not fit the label any more, and is not saved')
  await enter(page, server)
  await page.goto(`/data-set/list/file/${dataset.id}/annotate/${items[1]}`)
  await saved()
  await canvas.focus()
  await page.keyboard.press('Control+Shift+v')
  await expect(note).toBeVisible()
  await expect.poll(async () => (await shapesOf(1)).map(({ attributes }) => attributes)).toEqual([{}])
  await saved()
  expect(statuses.splice(0)).toEqual([400, 200])
  await shapes.first().click()
  const misfit = page.getByRole('note').filter({ hasText: 'wet does not fit any more' })
  await expect(misfit).toBeVisible()
  await misfit.getByRole('button', { name: 'Remove' }).click()
  await expect(misfit).toBeHidden()

  await test.step('also where the choices change behind the back of a page that is open', async () => {
    await page.getByLabel('Surface').selectOption('damp')
    await expect.poll(async () => Object.values((await shapesOf(1))[0]?.attributes ?? {})).toEqual(['damp'])
    await change(['dry'])
    await page.getByLabel('Surface').selectOption('dry')
    await expect.poll(async () => Object.values((await shapesOf(1))[0]?.attributes ?? {})).toEqual(['dry'])
    await expect(note).toBeHidden()
    await saved()
    statuses.length = 0
    await canvas.focus()
    await page.keyboard.press('Control+z')
    await expect(note).toBeVisible()
    await expect.poll(async () => (await shapesOf(1))[0]?.attributes).toEqual({})
    await saved()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await shapesOf(1))[0]).toMatchObject({ box: { x: 41 }, attributes: {} })
    await saved()
    expect(statuses).toEqual([400, 200, 200])
  })
})

test('R2.25 R2.26 the studio opened from what filters find moves within it, and shows all images again on wish', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const { dataset, params, items } = await floor(call)
  const at = (index: number) => new RegExp(`/annotate/${items[index]}`)
  const night = { itemIds: [items[0]!, items[2]!, items[3]!] }
  await call(datasetEndpoints.changeItems, {
    params,
    body: { selection: night, change: { addTags: ['night'], removeTags: [] } },
  })
  const { saved } = studio(page)
  await enter(page, server)
  await page.goto(`/data-set/list/file/${dataset.id}?tag=night&maximumLabels=0`)
  await expect(page.getByText('3 of 4 images match')).toBeVisible()
  await page.getByRole('button', { name: 'Start labeling', exact: true }).click()
  await expect(page).toHaveURL(at(0))
  await saved()
  const note = page.getByRole('note').filter({ hasText: 'only images found' })
  await expect(note).toHaveAttribute('title', /night/)
  await page.getByRole('button', { name: 'Next image' }).click()
  await expect(page).toHaveURL(at(2))
  await saved()
  // Another user is at the last image: the first is free and matches.
  const presence = { params: { itemId: items[3]! }, body: { seatId: 'elsewhere' } }
  await call(annotationEndpoints.reportPresence, presence)
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(at(0))
  await saved()
  await page.reload()
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: 'Show all images' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Next image' }).click()
  await expect(page).toHaveURL(at(1))
})

test(
  'R2.36 what a model suggests is the own label of who moves it, and a suggestion again after one undo',
  { tag: '@second' },
  async ({ page, server }) => {
    const call = createClient(server)
    const { dataset, items } = await floor(call)
    const params = { itemId: items[0]! }
    const suggestion = (id: string, x: number) => ({
      id,
      kind: 'box' as const,
      labelId: dataset.labels[0]!.id,
      box: { x, y: 40, width: 60, height: 60 },
      source: 'model' as const,
      score: 0.8,
    })
    await call(annotationEndpoints.saveAnnotation, {
      params,
      body: { baseRevision: 0, shapes: [suggestion('left', 20), suggestion('right', 160)] },
    })
    const sources = async () => {
      const { shapes } = await call(annotationEndpoints.getAnnotation, { params })
      return shapes.map(({ id, source, score }) => `${id} ${source} ${score}`)
    }
    const { width, height } = await call(datasetEndpoints.getItem, { params, query: {} })
    const { canvas, drag, saved } = studio(page)
    const bar = (words: string) => page.getByRole('group', { name: words, exact: true })
    await enter(page, server)
    await page.goto(`/data-set/list/file/${dataset.id}/annotate/${params.itemId}`)
    await saved()
    await expect(bar('2 suggestions')).toBeVisible()
    await canvas.focus()
    await page.keyboard.press('v')
    await drag({ width, height }, [50, 70], [60, 110])
    await expect(bar('1 suggestion')).toBeVisible()
    await expect.poll(sources).toEqual(['left manual undefined', 'right model 0.8'])
    await page.keyboard.press('Control+z')
    await expect(bar('2 suggestions')).toBeVisible()
    await expect.poll(sources).toEqual(['left model 0.8', 'right model 0.8'])
  },
)

test(
  'R2.25 shapes that are still on their way to the server are copied to the next image',
  { tag: '@second' },
  async ({ page, server }) => {
    const { dataset, items } = await floor(createClient(server))
    const { draw, canvas, shapes, saved } = studio(page)
    await enter(page, server)
    await page.goto(`/data-set/list/file/${dataset.id}/annotate/${items[0]}`)
    await saved()
    await page.route('**/items/*/annotation', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await draw({ width: 320, height: 240 }, 0, { x: 100, y: 100, width: 40, height: 40 })
    await expect(shapes).toHaveCount(1)
    await page.keyboard.press('PageDown')
    await expect(page.getByText('Image 2 of 4')).toBeVisible()
    await saved()
    await expect(shapes).toHaveCount(0)
    await canvas.focus()
    await page.keyboard.press('Control+Shift+v')
    await expect(shapes).toHaveCount(1)
  },
)
