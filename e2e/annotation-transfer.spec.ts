import { stat } from 'node:fs/promises'
import { datasetExportEndpoints } from '../contract/src/datasets/exports.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { createClient } from './support/server/client.ts'
import { fill } from './support/content/fill.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test('R2.24 annotations are brought in: a look first, where each class goes, what is left out and why; and taken away again as a zip', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const dataset = await labeledSample(call, 4)
  const { items } = await call(datasetEndpoints.listItems, { params: { datasetId: dataset.id }, query: {} })
  const [label] = dataset.labels
  const document = {
    images: [...items.map(({ path }) => path), 'nowhere.jpg'].map((path, index) => ({
      id: index + 1,
      file_name: path,
      width: 320,
      height: 240,
    })),
    categories: [label?.name ?? '', 'cable'].map((name, index) => ({ id: index + 1, name })),
    annotations: [1, 2].map((category) => ({
      id: category,
      image_id: 1,
      category_id: category,
      bbox: [10, 10, 40, 30],
      area: 1_200,
      iscrowd: 0,
      attributes: { worn: true },
    })),
  }
  const open = async (action: string) => {
    await page.getByRole('button', { name: 'Actions on floor' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await enter(page, server)
  await page.goto(`/data-set/list/file/${dataset.id}`)
  await open('Import annotations')
  const drawer = page.getByRole('dialog')
  const studio = Buffer.from(JSON.stringify(studioTasks(items[0]?.path ?? '', label?.name ?? '')))
  await drawer
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'studio.json', mimeType: 'application/json', buffer: studio })
  await expect(drawer.getByText('studio.json is read as Label Studio.')).toBeVisible()
  await expect(drawer.getByRole('list', { name: /left out/ })).toContainText('other people labeled it too')
  await choose(page, 'Labels of', 'All people, together')
  await expect(drawer.getByRole('list', { name: /left out/ })).toHaveCount(0)
  await choose(page, 'Labels of', 'mei (1 image)')
  await expect(drawer.getByText('studio.json is read as Label Studio.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Choose something else' }).click()
  const buffer = Buffer.from(JSON.stringify(document))
  await drawer.getByLabel('Choose a file').setInputFiles({ name: 'floor.json', mimeType: 'application/json', buffer })
  await expect(drawer.getByText('floor.json is read as COCO.')).toBeVisible()
  await expect(drawer.getByRole('list', { name: /left out/ })).toContainText('nowhere.jpg')
  await expect(drawer.getByRole('row', { name: 'cable worn' })).toContainText('the label has no such attribute')
  await drawer.getByRole('button', { name: 'Choose something else' }).click()
  // The same document, where it lies in a data space already, is found by a part of its name.
  await fill(server, dataset.spaceId, [{ path: 'labels/floor east.json', content: buffer }])
  await drawer.getByText('File of a data space').click()
  await expect(drawer.getByRole('button', { name: 'Look at it' })).toBeDisabled()
  await drawer.getByLabel('Archive or document').fill('east')
  await page.getByTitle(/^labels\/floor east\.json/).click()
  await drawer.getByRole('button', { name: 'Look at it' }).click()
  await expect(drawer.getByText('floor east.json is read as COCO.')).toBeVisible()
  await expect(drawer.getByRole('list', { name: /left out/ })).toContainText('nowhere.jpg')
  // Read notices stay after a reload.
  await page.reload()
  await choose(page, 'What cable becomes', 'Leave out')
  await drawer.getByText('Replace their annotations with those of the files').click()
  await drawer.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(drawer.getByText('Imported', { exact: true })).toBeVisible()
  // A seen result is not shown again.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'floor' })).toBeVisible()
  await expect(drawer).toHaveCount(0)
  await open('Import annotations')
  await expect(drawer.getByLabel('Choose a file')).toBeAttached()
  await drawer.getByRole('button', { name: 'Close' }).click()
  const { items: now } = await call(datasetEndpoints.listItems, {
    params: { datasetId: dataset.id },
    query: { shapes: 'true' },
  })
  expect(now[0]?.shapes).toMatchObject([{ labelId: label?.id, box: { x: 10, y: 10, width: 40, height: 30 } }])

  await open('Export')
  await choose(page, 'Format', 'YOLO')
  await drawer.getByRole('checkbox', { name: 'With the images' }).uncheck()
  await drawer.getByRole('button', { name: 'Prepare the export' }).click()
  const link = drawer.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  expect((await stat(await download.path())).size).toBeGreaterThan(100)
})

test(
  'R2.24 what the filters of the images find is taken away in a chosen layout',
  { tag: '@second' },
  async ({ page, server }) => {
    const call = createClient(server)
    const dataset = await labeledSample(call, 3)
    const params = { datasetId: dataset.id }
    const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
    const selection = { itemIds: items.map(({ id }) => id) }
    await call(datasetEndpoints.changeItems, { params, body: { selection, change: { addTags: ['night'] } } })
    await enter(page, server)
    await page.goto(`/data-set/list/file/${dataset.id}?search=${encodeURIComponent(items[1]?.path ?? '')}`)
    await page.getByRole('button', { name: 'Actions on floor' }).click()
    await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(/^Only images found by the filters: .*/)).toBeVisible()
    await choose(page, 'Format', 'COCO')
    await choose(page, 'Layout', 'Annotations beside the images')
    await drawer.getByRole('button', { name: 'Prepare the export' }).click()
    await expect(drawer.getByRole('link', { name: 'Download' })).toBeVisible()
    expect(await call(datasetExportEndpoints.listExports, { params })).toMatchObject([
      { format: 'coco', layout: 'beside', images: 1 },
    ])
    await expect(drawer.getByText('This format holds all of it.')).toBeVisible()
    await choose(page, 'Format', 'Pascal VOC')
    await choose(page, 'Layout', 'All in one folder')
    await choose(page, 'Pixels', 'Counted from 1, as Pascal VOC itself does')
    await expect(drawer.getByRole('region', { name: 'What this format cannot hold' })).toContainText(
      'tags are not written: the format has no place for them (images: 1)',
    )
    await drawer.getByRole('button', { name: 'Prepare the export' }).click()
    await expect(drawer.getByText('Pascal VOC · All in one folder · Counted from 1', { exact: false })).toBeVisible()
    // Another format has other layouts; unsuitable ones are disabled.
    await choose(page, 'Format', 'LabelMe')
    await expect(drawer.getByLabel('Layout')).toBeHidden()
    await drawer.getByLabel('Format', { exact: true }).click()
    await expect(page.getByTitle('ImageNet')).toHaveAttribute('aria-disabled', 'true')
  },
)

/** An image labeled by two people, as Label Studio exports it. */
function studioTasks(path: string, label: string) {
  const sized = { original_width: 320, original_height: 240, image_rotation: 0 }
  const box = (x: number) => ({
    ...sized,
    type: 'rectanglelabels',
    from_name: 'label',
    to_name: 'image',
    value: { x, y: 10, width: 10, height: 10, rotation: 0, rectanglelabels: [label] },
  })
  const annotations = ['li', 'mei'].map((completed_by, index) => ({
    completed_by,
    updated_at: `2026-01-0${index + 1}`,
    result: [box(10 + index * 20)],
  }))
  return [{ id: 1, data: { image: path }, annotations }]
}
