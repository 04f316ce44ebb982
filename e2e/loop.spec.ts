import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints, type Dataset } from '../contract/src/datasets.ts'
import { createClient, type Call } from './support/server/client.ts'
import { drawAll, drawFirstImage, expectDrawn } from './support/studio/drawn.ts'
import { choose } from './support/content/labeled.ts'
import { renderSample, type SampleFolder } from './support/content/samples.ts'
import { signIn } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

/** Required mAP50 on unseen images. */
const requiredPrecision = 0.6

let folder: string
let trainingSample: SampleFolder
let unseen: SampleFolder

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion loop '))
  trainingSample = await renderSample(join(folder, 'seen'), { count: 60, seed: 3 })
  unseen = await renderSample(join(folder, 'unseen'), { count: 24, seed: 77 })
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

// Most users have motion, so opening elements are animated for a while.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('R1.12 from a folder of images to a model that labels the next one, through the screens', async ({
  page,
  server,
}) => {
  test.setTimeout(900_000)
  const call = createClient(server)
  await signIn(page)

  await test.step('R2.04 R3.06 R3.07 a data space takes sixty images from the disk', async () => {
    await createSpace(page, 'Warehouse floor')
    await upload(page, trainingSample)
    await page.goto('/space')
    await expect(page).toHaveURL(/\/space\/list$/)
    const row = page.getByRole('row', { name: /Warehouse floor/ })
    await expect(row).toContainText('warehouse-floor')
    await expect(row).toContainText('60')
    await row.getByText('Warehouse floor', { exact: true }).click()
    await expect(page.getByText('scene-00000.jpg')).toBeVisible()
    await expect(page.locator('img[src*="/thumbnail"]').first()).toHaveJSProperty('complete', true)
  })

  await test.step('R2.05 R3.04 a dataset is made of it, with its labels', async () => {
    await page.getByRole('button', { name: 'Create dataset from this space' }).click()
    await createDataset(page, 'Floor', ['dirt', 'small-animal', 'animal'])
    await expect(page).toHaveURL(/\/data-set\/list\/file\//)
    await expect(page.getByText('· 0 of 60 labeled')).toBeVisible()
  })
  const dataset = await datasetNamed(call, 'Floor')

  await test.step('R5.11 training waits for the labels', async () => {
    await page.getByRole('button', { name: 'Train on this' }).click()
    await expect(
      page.getByText('There are unlabeled files, please complete labeling before training').first(),
    ).toBeVisible()
    await page.goto(`/data-set/list/file/${dataset.id}`)
  })

  await test.step('R2.25 R2.26 boxes are drawn by pointer and keyboard, and saving goes to the next image', async () => {
    await page.getByRole('button', { name: 'Start labeling' }).click()
    await drawFirstImage(page, trainingSample.truth.images[0]!)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Image 2 of 60')).toBeVisible()
    await drawAll(page, trainingSample.truth.images[1]!)
    await page.getByRole('button', { name: /Done and next$/ }).click()
    await expect(page.getByText('Image 3 of 60')).toBeVisible()
    for (const index of [0, 1]) await expectDrawn(call, dataset, trainingSample.truth.images[index]!)
  })

  await test.step('the truth of the other images is read from a COCO file', async () => {
    await page.goto(`/data-set/list/file/${dataset.id}`)
    await expect(page.getByText('· 2 of 60 labeled')).toBeVisible()
    await page.getByRole('button', { name: 'Actions on Floor' }).click()
    await page.getByRole('menuitem', { name: 'Import annotations' }).click()
    await page.getByLabel('Choose a file').setInputFiles(trainingSample.annotations)
    await expect(page.getByText('2 images are labeled already')).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('· 60 of 60 labeled')).toBeVisible()
  })

  await test.step('R2.06 R3.02 R5.01 R5.02 a training is started from the dataset and watched to its end', async () => {
    await page.getByRole('button', { name: 'Train on this' }).click()
    await expect(page.getByLabel('Task name')).toHaveValue(/^floor-\d{4}-\d{4}$/)
    await page.getByLabel('Task name').fill('')
    await page.getByRole('button', { name: 'Start training' }).click()
    await expect(page.getByText(/Please enter a name: lowercase letters/)).toBeVisible()
    await page.getByLabel('Task name').fill('Floor detector')
    await page.getByRole('button', { name: 'Start training' }).click()
    await expect(page.getByText(/Please enter a name: lowercase letters/)).toBeVisible()
    await page.getByLabel('Task name').fill('floor-detector')
    await page.getByRole('button', { name: 'Start training' }).click()
    await expect(page).toHaveURL(/\/compute\/taskdetail\//)
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByText(/epoch \d+\/60/).first()).toBeVisible()
    await page.getByRole('tab', { name: 'Training result' }).click()
    await page.getByRole('link', { name: 'See its curves' }).click()
    await expect(page.getByRole('slider', { name: 'Training losses', exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'Basic info' }).click()
    await page.getByText('Basic configuration', { exact: true }).click()
    for (const fact of ['admin', 'vermilion/starter-detector', 'onnxruntime', 'builtin:starter-detector']) {
      await expect(page.getByText(fact, { exact: true }).first()).toBeVisible()
    }
    await expect(page.getByText('Success', { exact: true }).first()).toBeVisible({ timeout: 600_000 })
  })

  await test.step('R2.08 R2.33 R3.12 the model has registered itself and can be downloaded', async () => {
    await page.goto('/model')
    await expect(page).toHaveURL(/\/model\/list$/)
    const row = page.getByRole('row', { name: /floor-detector/ })
    await expect(row).toContainText('Cloud inference model')
    await expect(row).toContainText('Floor')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: /Download/ }).click(),
    ])
    expect((await stat(await download.path())).size).toBeGreaterThan(100_000)
  })

  await test.step('it finds objects in images that it never saw', async () => {
    await createSpace(page, 'Unseen')
    await upload(page, unseen)
    await page.getByRole('button', { name: 'Create dataset from this space' }).click()
    await createDataset(page, 'Unseen', ['dirt'])
    await expect(page.getByText('· 0 of 24 labeled')).toBeVisible()
    await page.getByRole('button', { name: 'Actions on Unseen' }).click()
    await page.getByRole('menuitem', { name: 'Import annotations' }).click()
    await page.getByLabel('Choose a file').setInputFiles(unseen.annotations)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()

    await page.goto('/model/list')
    await page.getByRole('button', { name: 'Run inference' }).click()
    await page.getByLabel('Task name').fill('unseen-check')
    await choose(page, 'Dataset', 'Unseen')
    await page.getByRole('button', { name: 'Start inference' }).click()
    await expect(page).toHaveURL(/\/compute\/taskdetail\//)
    await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/\d+ predictions?/).first()).toBeVisible()
    const figure = page.getByText('mAP50', { exact: true }).first().locator('xpath=../dd[1]')
    await expect(figure).toContainText(/0\.\d/)
    const mAP50 = Number(/0\.\d+/.exec((await figure.textContent()) ?? '')?.[0])
    test.info().annotations.push({ type: 'mAP50 on unseen images', description: String(mAP50) })
    expect(mAP50).toBeGreaterThanOrEqual(requiredPrecision)
  })

  await test.step('R2.23 a cell of the confusion matrix leads to its images, and those go into a dataset', async () => {
    await page.getByText('Confusion matrix', { exact: true }).click()
    const matrix = page.getByRole('table', { name: 'Confusion matrix' })
    const cell = matrix.getByRole('button', { name: /^dirt where dirt is true/ })
    const images = /on (\d+ images?)$/.exec((await cell.getAttribute('aria-label')) ?? '')?.[1] ?? ''
    await cell.click()
    await expect(page.getByRole('button', { name: 'predicted dirt, true dirt' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Predictions by image' }).getByRole('button').first()).toBeVisible()
    await page.getByRole('button', { name: 'Add to a dataset' }).click()
    await expect(page.getByText(`Add ${images} to a dataset`)).toBeVisible()
    await choose(page, 'Dataset', 'Floor')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText(/^[1-9]\d* images? got suggestions/)).toBeVisible()
  })

  await test.step('R2.36 what the model suggests is accepted and rejected by key, one by one and all at once', async () => {
    const params = { datasetId: dataset.id }
    const query = { status: ['to-label' as const], minimumLabels: 2 }
    const { items } = await call(datasetEndpoints.listItems, { params, query })
    const report = page.url()
    await page.goto(`/data-set/list/file/${dataset.id}/annotate/${items[0]!.id}`)
    const { shapes, saved } = studio(page)
    const bar = page.getByRole('group', { name: /^\d+ suggestions?$/ })
    await saved()
    const count = await shapes.count()
    await expect(bar).toHaveAccessibleName(`${count} suggestions`)
    await shapes.first().getByRole('button').first().click()
    await page.keyboard.press('Alt+n')
    await expect(shapes).toHaveCount(count - 1)
    await page.keyboard.press('Control+z')
    await expect(shapes).toHaveCount(count)
    await page.keyboard.press('Alt+n')
    await page.keyboard.press('Control+y')
    await expect(shapes).toHaveCount(count - 1)
    await page.keyboard.press('Escape')
    if (count > 2) await bar.getByRole('button', { name: 'Accept all' }).click()
    await expect(bar).toBeHidden()
    await page.keyboard.press('Control+s')
    const saying = async () => {
      const item = { itemId: items[0]!.id }
      const { status } = await call(datasetEndpoints.getItem, { params: item, query: {} })
      const annotation = await call(annotationEndpoints.getAnnotation, { params: item })
      return [status, annotation.shapes.map(({ source, score }) => `${source} ${score}`)]
    }
    const acceptedShapes = Array.from({ length: count - 1 }, () => 'manual undefined')
    await expect.poll(saying).toEqual(['labeled', acceptedShapes])
    await page.goto(report)
  })

  await test.step('R2.21 R2.23 the tab for boards checks what is typed, and says what is missing', async () => {
    await page.getByRole('tab', { name: 'Board inference' }).click()
    await expect(page.getByText('No board inference has run')).toBeVisible()
    await page.getByRole('button', { name: 'Run on a board' }).click()
    await page.getByLabel('Task name').fill('')
    await page.getByRole('button', { name: 'Start board inference' }).click()
    await expect(page.getByText('Please select a device').last()).toBeVisible()
    await expect(page.getByText(/^Please enter the task name/)).toBeVisible()
  })
})

async function createSpace(page: Page, name: string): Promise<void> {
  await page.goto('/space/list')
  await page.getByRole('button', { name: 'Create data space' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Create data space' }).click()
  await expect(page).toHaveURL(/\/space\/list\/file\//)
}

async function upload(page: Page, { files }: SampleFolder): Promise<void> {
  await page.getByLabel('Choose files').setInputFiles([...files])
  await expect(page.getByText(`${files.length} files uploaded`)).toBeVisible()
}

async function createDataset(page: Page, name: string, labels: readonly string[]): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill(name)
  for (const label of labels) {
    await form.getByPlaceholder('Add a label').fill(label)
    await form.getByPlaceholder('Add a label').press('Enter')
  }
  await form.getByRole('button', { name: 'Create dataset' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

async function datasetNamed(call: Call, name: string): Promise<Dataset> {
  const [dataset] = (await call(datasetEndpoints.listDatasets, { query: { search: name } })).items
  if (dataset === undefined) throw new Error(`there is no dataset ${name}`)
  return dataset
}
