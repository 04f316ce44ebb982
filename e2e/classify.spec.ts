import { setTimeout as wait } from 'node:timers/promises'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { itemChangeEndpoints } from '../contract/src/datasets/changes.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test('R2.24 R2.36 many images are given a class at once, by keys alone, and it is taken back', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const sample = { name: 'floor', count: 6, width: 320, height: 240, labeled: false }
  const { id: spaceId } = await call(sampleEndpoints.createSample, { body: sample })
  while ((await call(spaceEndpoints.getSpace, { params: { spaceId } })).status !== 'success') await wait(50)
  const labels = [{ name: 'clean' }, { name: 'dirty' }]
  const kind = { labelType: 'picture-classification', format: 'coco', type: 'image' } as const
  const { id } = await call(datasetEndpoints.createDataset, { body: { name: 'floor', ...kind, spaceId, labels } })
  const params = { datasetId: id }
  while ((await call(datasetEndpoints.getDataset, { params })).status !== 'success') await wait(50)
  const named = new Map((await call(datasetEndpoints.getDataset, { params })).labels.map((one) => [one.id, one.name]))
  const classes = async () => {
    const { items } = await call(datasetEndpoints.listItems, { params, query: { shapes: 'true' } })
    return items.map(({ shapes = [] }) => shapes.map(({ labelId }) => named.get(labelId)).join())
  }
  await prefer(page)
  await enter(page, server)
  await page.goto(`/data-set/list/file/${id}`)
  await page.getByRole('tab', { name: 'Classify' }).click()
  const images = page.getByRole('group', { name: 'Images to classify' }).getByRole('button')
  await expect(images).toHaveCount(6)
  await expect(images.first()).toBeFocused()

  await test.step('three are picked, and a digit is for all of them', async () => {
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByText('3 selected')).toBeVisible()
    await page.keyboard.press('2')
    await expect(page.getByTitle('dirty: 3 images')).toBeVisible()
    await expect.poll(classes).toEqual(['dirty', 'dirty', 'dirty', '', '', ''])
  })

  await test.step('with none picked the key is for the one in the frame, which moves on', async () => {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('1')
    await page.keyboard.press('1')
    await expect.poll(classes).toEqual(['dirty', 'dirty', 'dirty', 'clean', 'clean', ''])
    await expect(images.nth(5)).toBeFocused()
  })

  await test.step('each step is taken back, the last one first', async () => {
    await page.keyboard.press('Control+z')
    await expect.poll(classes).toEqual(['dirty', 'dirty', 'dirty', 'clean', '', ''])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(classes).toEqual(['', '', '', '', '', ''])
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  })

  await test.step('one begins at the first image without a class', async () => {
    const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
    const itemIds = items.slice(0, 2).map((item) => item.id)
    const labelId = [...named.keys()][0]!
    await call(itemChangeEndpoints.changeItems, {
      params,
      body: { selection: { itemIds }, change: { labelId, mode: 'set' } },
    })
    await page.reload()
    await expect(images.nth(2)).toBeFocused()
  })

  await test.step('of images to label those that have a class are gone with the next page', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('1')
    await expect(page.getByTitle('clean: 6 images')).toBeVisible()
    await expect.poll(classes).toEqual(['clean', 'clean', 'clean', 'clean', 'clean', 'clean'])
    await page.getByRole('switch', { name: 'Only images to label' }).click()
    await expect(page.getByText('Every image has a class')).toBeVisible()
  })

  await test.step('the studio leads here, and its help tells only keys that do something', async () => {
    await page.getByRole('button', { name: 'Show all images' }).click()
    await images.first().dblclick()
    await expect(page.getByText('Image 1 of 6')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Neighboring images' }).getByRole('link')).toHaveCount(6)
    await expect(page.locator('#sidebar')).toHaveCSS('width', '64px')
    await expect(page.getByRole('toolbar', { name: 'Options of the tool' }).locator('output')).toHaveText(/^\d+ %$/)
    await page.getByRole('application').focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByText('Undo', { exact: true })).toBeVisible()
    for (const words of ['Draw boxes', 'Larger brush', 'Fewer points', 'Duplicate']) {
      await expect(sheet.getByText(words, { exact: true })).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Many at once, in a grid' }).click()
    await expect(images).toHaveCount(6)
  })
})
