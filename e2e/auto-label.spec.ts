import { autoLabelEndpoints } from '../contract/src/auto-label.ts'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { modelEndpoints } from '../contract/src/models.ts'
import { servingEndpoints } from '../contract/src/models/serving.ts'
import { serviceEndpoints } from '../contract/src/services.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { expect, test } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

const images = 18
const labeled = 12

test('R1.03 R2.24 R4.07 R5.03 R5.04 a model learns from what is labeled and suggests the rest, which is reviewed and undone', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const dataset = await labeledSample(call, images, { width: 160, height: 128 })
  const params = { datasetId: dataset.id }
  const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
  const rest = items.slice(labeled).map(({ id }) => id)
  const body = { selection: { itemIds: rest }, change: { clear: true as const } }
  await call(datasetEndpoints.changeItems, { params, body })
  const shapesOf = async (itemId: string) =>
    (await call(annotationEndpoints.getAnnotation, { params: { itemId } })).shapes
  const countSuggestions = async () =>
    (await Promise.all(rest.map(shapesOf))).flat().filter(({ source }) => source === 'model').length
  await enter(page, server)

  await test.step('one press trains on what is labeled, and suggests the rest', async () => {
    await page.goto(`/data-set/list/file/${dataset.id}`)
    await page.getByRole('button', { name: 'Actions on floor' }).click()
    await page.getByRole('menuitem', { name: 'Auto-label' }).click()
    await expect(page.getByText('No auto-labeling yet')).toBeVisible()
    await page.getByRole('button', { name: 'Learn from my labels' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toContainText(`trained on the ${labeled} labeled images`)
    await drawer.getByLabel('Confidence threshold').fill('0.05')
    await drawer.getByLabel('Epochs').fill('15')
    await drawer.getByRole('button', { name: 'Start a round' }).click()
    await expect(drawer.getByText('Training', { exact: true })).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Show the suggestions' })).toBeVisible({ timeout: 300_000 })
    await expect(drawer.getByText('Success', { exact: true })).toBeVisible({ timeout: 300_000 })
    expect(await countSuggestions()).toBeGreaterThan(0)
    await drawer.getByRole('button', { name: 'Show the suggestions' }).click()
  })

  await test.step('suggestions are reviewed in the studio, the most useful image first', async () => {
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText('learn-round-1')).toBeVisible()
    await drawer.getByRole('button', { name: 'Review in the studio' }).click()
    await expect(page).toHaveURL(/\/annotate\//)
    const reviewed = /annotate\/([^/?]+)/.exec(page.url())![1]!
    const [run] = (await call(autoLabelEndpoints.listAutoLabels, { params, query: {} })).items
    const byUse = { params: { runId: run!.id }, query: { sort: '-usefulness' as const } }
    const [first, second] = (await call(autoLabelEndpoints.listAutoLabelImages, byUse)).items
    expect(reviewed).toBe(first!.itemId)
    await page.getByRole('button', { name: 'Accept all' }).click()
    await studio(page).canvas.focus()
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(new RegExp(`annotate/${second!.itemId}`))
    await expect.poll(async () => (await shapesOf(reviewed)).every(({ source }) => source === 'manual')).toBe(true)
  })

  // The service is never called: the story is about the form's requirements.
  const settings = { url: 'http://127.0.0.1:9/v1', model: 'eyes', vision: true }
  await call(serviceEndpoints.createService, { body: { kind: 'chat', name: 'Eyes', settings } })
  await test.step('R5.03 its model is run again from the form, after a look at five images', async () => {
    await page.goto(`/data-set/list/file/${dataset.id}`)
    await page.getByRole('button', { name: 'Auto-label', exact: true }).click()
    const drawer = page.getByRole('dialog')
    const start = drawer.getByRole('button', { name: `Auto-label ${images - labeled - 1} images` })
    await choose(page, 'Model', 'Eyes')
    await drawer.getByLabel('Prompt').fill('')
    await start.click()
    await expect(drawer.getByText('Please enter a prompt: the model has to know what to find')).toBeVisible()
    await expect(drawer.getByText(/images\/s/)).toHaveCount(0)
    await choose(page, 'Model', 'learn-round-1')
    await expect(drawer.getByText(/^About .+ images\/s in 1 ended run on this dataset$/)).toBeVisible()
    await expect(drawer.getByText(/^Recommended: .+ on the validation images of floor$/)).toBeVisible()
    await expect(drawer.getByLabel('Prompt')).toBeHidden()
    await expect(drawer.getByLabel('Prompt')).not.toHaveValue('')
    const threshold = drawer.getByLabel('Confidence threshold')
    const [model] = (await call(modelEndpoints.listModels, { query: {} })).items
    const { confidence } = await call(servingEndpoints.recommendedThreshold, { params: { modelId: model!.id } })
    await expect.poll(async () => Number(await threshold.inputValue())).toBeCloseTo(confidence, 2)
    await threshold.fill('0.05')
    await drawer.getByRole('button', { name: 'Preview on five images' }).click()
    await expect(drawer.getByText(/\d+ suggestions?$/)).toHaveCount(5)
    await drawer.getByLabel('Confidence threshold').fill('1')
    await expect(drawer.getByText('0 suggestions')).toHaveCount(5)
    await drawer.getByLabel('Confidence threshold').fill('0.05')
    await start.click()
    await expect(page.getByRole('dialog').getByText('What became of the suggestions')).toBeVisible()
    await expect(page.getByRole('dialog').getByText('Success', { exact: true })).toBeVisible()
    expect(await countSuggestions()).toBeGreaterThan(0)
  })

  await test.step('it is undone as a whole; what was accepted stays', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Take suggestions back' }).click()
    const question = page.getByRole('dialog', { name: /Take back the suggestions/ })
    await question.getByRole('button', { name: 'Take suggestions back' }).click()
    await expect(page.getByText('Taken back', { exact: true }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions on learn-round-1' }).last().click()
    await page.getByRole('menuitem', { name: 'Take suggestions back' }).click()
    await question.getByRole('button', { name: 'Take suggestions back' }).click()
    await expect.poll(countSuggestions).toBe(0)
    const after = await call(datasetEndpoints.getDataset, { params })
    expect(after.labeledCount).toBe(labeled + 1)
  })

  await test.step('where every image is labeled the form begins with all of them, and says why', async () => {
    await call(datasetEndpoints.changeItems, { params, body: { ...body, change: { takeOut: true } } })
    const count = async () => (await call(datasetEndpoints.countItems, { params, query: {} })).items
    await expect.poll(count).toBe(labeled)
    await page.goto(`/data-set/list/file/${dataset.id}/auto-label?create=true`)
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('radio', { name: `All (${labeled})` })).toBeChecked()
    await expect(drawer.getByRole('radio', { name: 'Not labeled yet (0)' })).toBeDisabled()
    await expect(drawer.getByText('Every image is labeled already.')).toBeVisible()
    await expect(drawer.getByRole('button', { name: `Auto-label ${labeled} images` })).toBeEnabled()
  })

  await test.step('R5.04 a dataset without labels cannot be auto-labelled, and says why', async () => {
    const kind = { labelType: 'target-detection', format: 'coco', type: 'image' } as const
    const { spaceId } = dataset
    const { id } = await call(datasetEndpoints.createDataset, { body: { name: 'bare', spaceId, ...kind, labels: [] } })
    const bare = { datasetId: id }
    await expect.poll(async () => (await call(datasetEndpoints.getDataset, { params: bare })).status).toBe('success')
    await page.goto(`/data-set/list/file/${id}`)
    await expect(page.getByRole('button', { name: 'Auto-label', exact: true })).toBeDisabled()
    await page.goto(`/data-set/list/file/${id}/auto-label?create=true`)
    await expect(page.getByText('Fill in the labels of the dataset first')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
