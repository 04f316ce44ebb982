import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { createClient } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test('R2.25 R2.28 files are selected by click, Shift, Ctrl, rectangle and Ctrl+A, in each view, and Space previews', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await call(sampleEndpoints.createSample, { body: { name: 'floor', count: 12, width: 320, height: 240 } })
  const datasets = () => call(datasetEndpoints.listDatasets, { query: {} })
  await expect.poll(async () => (await datasets()).items[0]?.status).toBe('success')
  const [dataset] = (await datasets()).items
  await enter(page, server)
  await page.goto(`/space/list/file/${dataset?.spaceId}`)
  const cell = (name: string) => page.getByRole('option', { name: new RegExp(name) })
  const selected = () => page.getByRole('option', { selected: true }).count()
  await expect(page.getByRole('option')).toHaveCount(12)

  await test.step('click, Shift and Ctrl', async () => {
    await cell('scene-00001').click()
    await cell('scene-00004').click({ modifiers: ['Shift'] })
    expect(await selected()).toBe(4)
    await cell('scene-00002').click({ modifiers: ['ControlOrMeta'] })
    expect(await selected()).toBe(3)
    await expect(page.getByRole('toolbar', { name: '3 selected' })).toBeVisible()
  })

  await test.step('a rectangle drawn with the pointer', async () => {
    const [from, to] = [await cell('scene-00000').boundingBox(), await cell('scene-00002').boundingBox()]
    if (from === null || to === null) throw new Error('the cells are not on the page')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 30, to.y + 60, { steps: 5 })
    await page.mouse.up()
    await expect(page.getByRole('toolbar', { name: '3 selected' })).toBeVisible()
    await expect(cell('scene-00000')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the keyboard alone', async () => {
    await page.getByRole('listbox', { name: 'Files' }).focus()
    await page.keyboard.press('Home')
    await expect(page.getByRole('option', { selected: true })).toHaveAttribute('title', 'scene-00000.jpg')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible()
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('toolbar', { name: '12 selected' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press(' ')
    const preview = page.getByRole('dialog', { name: /^Preview of scene-0000/ })
    await expect(preview).toBeVisible()
    await page.keyboard.press(' ')
    await expect(preview).toBeHidden()
  })

  await test.step('the view is in the address, and the same in the dataset', async () => {
    await page.getByRole('radiogroup', { name: 'View' }).getByTitle('Gallery').click()
    await expect(page).toHaveURL(/view=gallery/)
    await page.reload()
    await expect(page.getByRole('option', { name: 'scene-00003.jpg' })).toBeVisible()
    await page.goto(`/data-set/list/file/${dataset?.id}?view=large`)
    await cell('scene-00001').click()
    await page.keyboard.press(' ')
    await expect(page.getByRole('dialog', { name: 'Preview of scene-00001.jpg' })).toBeVisible()
    await page.keyboard.press('Escape')
    await cell('scene-00001').dblclick()
    await expect(page).toHaveURL(/annotate/)
  })
})

test('what is gone says so, and leads back to its list', async ({ page, server }) => {
  await enter(page, server)
  for (const [address, words, back] of [
    ['/compute/taskdetail/gone', 'This task no longer exists', 'To the training tasks'],
    ['/space/list/file/gone', 'This data space no longer exists', 'To the data spaces'],
    ['/data-set/list/file/gone', 'This dataset no longer exists', 'To the datasets'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await page.getByRole('link', { name: back }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/(compute\/tasks|space\/list|data-set\/list)$/)
  }
})

test('R2.24 R3.05 the report of a dataset leads to the images behind each number, and is taken away as CSV and PNG', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await call(sampleEndpoints.createSample, {
    body: { name: 'floor', count: 8, width: 320, height: 240, labeled: true },
  })
  const datasets = () => call(datasetEndpoints.listDatasets, { query: {} })
  await expect.poll(async () => (await datasets()).items[0]?.labeledCount).toBe(8)
  const [dataset] = (await datasets()).items
  const params = { datasetId: dataset?.id ?? '' }
  const report = await call(datasetEndpoints.datasetReport, { params })
  const most = report.classes.toSorted((a, b) => b.count - a.count)[0]
  await enter(page, server)
  await page.goto(`/data-set/list/file/${dataset?.id}`)
  await page.getByRole('tab', { name: 'Report' }).click()
  await expect(page.getByRole('tab', { name: 'Report' })).toHaveAttribute('aria-selected', 'true')

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(csv.suggestedFilename()).toBe('floor-Report.csv')
  const table = await readFile(await csv.path())
  expect([...table.subarray(0, 3)]).not.toEqual([0xef, 0xbb, 0xbf])
  expect(table.toString().split('\r\n')).toContain(`${most?.name},${most?.count},${most?.images}`)

  const [png] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Labels by class as PNG' }).click(),
  ])
  const picture = sharp(await png.path())
  expect((await picture.metadata()).format).toBe('png')
  // Drawn, not empty: more than one colour.
  expect((await picture.stats()).entropy).toBeGreaterThan(0.1)

  await page.getByRole('link', { name: new RegExp(`^${most?.name}: `) }).click()
  await expect(page).toHaveURL(new RegExp(`label=${most?.labelId}`))
  const query = { labelId: most?.labelId }
  const { total } = await call(datasetEndpoints.listItems, { params, query })
  await expect(page.getByRole('option')).toHaveCount(total)
  await page.goto(`/data-set/list/file/${dataset?.id}?status=rejected`)
  await expect(page.getByText('No image matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show all images' }).click()
  await expect(page.getByRole('option')).toHaveCount(8)
})

test('an ended task is deleted with what it wrote; the list says so', async ({ page, server }) => {
  const call = createClient(server)
  await call(sampleEndpoints.createSample, {
    body: { name: 'floor', count: 6, width: 320, height: 240, labeled: true },
  })
  const datasets = () => call(datasetEndpoints.listDatasets, { query: {} })
  await expect.poll(async () => (await datasets()).items[0]?.labeledCount).toBe(6)
  const params = { datasetId: (await datasets()).items[0]?.id ?? '' }
  const body = { name: 'short-lived', image: 'vermilion/starter-detector' }
  const task = await call(datasetEndpoints.startTraining, { params, body })
  await enter(page, server)
  await page.goto(`/compute/taskdetail/${task.id}`)
  await page.getByRole('tab', { name: 'Basic info' }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Terminal' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Terminal' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions on short-lived' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText('Its log, its result files and its report are deleted for good.')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/compute\/tasks$/)
  await expect(page.getByText('No tasks yet')).toBeVisible()
})
