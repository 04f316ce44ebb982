import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileOperationEndpoints } from '../contract/src/files/operations.ts'
import { datasetItemEndpoints } from '../contract/src/datasets/items.ts'
import { createClient } from './support/server/client.ts'
import { choose, labeledSample } from './support/content/labeled.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect as expectSeeded, test as seededTest } from './support/seeded.ts'
import { expect, test } from './support/story.ts'

test('R5.03 R3.04 R2.05 the form of a dataset says what is missing; its labels have an order, keys and attributes, and none in use goes without a word', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const floor = await labeledSample(call, 6)
  await call(fileOperationEndpoints.createFolder, { params: { spaceId: floor.spaceId }, body: { path: 'cellar' } })
  await enter(page, server)
  await page.goto('/data-set')
  await expect(page).toHaveURL(/\/data-set\/list$/)
  await page.getByRole('button', { name: 'Create dataset' }).click()
  const form = page.getByRole('dialog')

  await test.step('what is missing is told at the field', async () => {
    // The only data space is preselected, and the dataset named after it.
    const location = form.locator('.ant-form-item', { has: page.locator('#spaceId') })
    await expect(location).toContainText('floor')
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue(/^floor/)
    await form.getByLabel('Name', { exact: true }).fill('')
    await form.locator('summary').click()
    await form.getByLabel('Prompt for auto-labeling').fill('dirt on a floor')
    await form.getByRole('button', { name: 'Create dataset' }).click()
    await expect(form.getByText('Please enter a name of at most 100 characters')).toBeVisible()
    await expect(form.getByText('Please enter a model: a prompt alone finds nothing')).toBeVisible()
    await form.getByLabel('Model for auto-labeling').fill('finder')
  })

  await test.step('labels are typed, moved, and given a key and an attribute', async () => {
    await form.getByLabel('Name', { exact: true }).fill('Kinds of rooms')
    await form.getByRole('combobox', { name: 'Label type' }).click()
    await expect(form.getByRole('combobox', { name: /Format$/ })).toBeVisible()
    await page.locator('.ant-select-dropdown:visible').getByText('Picture classification').click()
    await expect(form.getByRole('combobox', { name: /Format$/ })).toBeHidden()
    await form.getByRole('button', { name: /^Add .* named after/ }).click()
    await form.getByRole('button', { name: 'Remove cellar' }).click()
    const next = form.getByPlaceholder('Add a label')
    await next.fill('hall; office；hall')
    await next.press('Enter')
    await form.getByRole('button', { name: 'Move office up' }).click()
    await form.getByLabel('Key that chooses office').press('o')
    await form.getByLabel('Key that chooses hall').press('o')
    await form.getByRole('button', { name: 'Create dataset' }).click()
    await expect(form.getByText('Two labels have the same key')).toBeVisible()
    await form.getByLabel('Key that chooses hall').press('h')
    await expect(form.getByRole('alert').filter({ hasText: 'H runs “Hide the selection' })).toBeVisible()
    await form.getByLabel('Key that chooses hall').press('j')
    await expect(form.getByText('would not choose this label')).toBeHidden()
    await form.getByRole('button', { name: 'Attributes of hall: 0' }).click()
    await form.getByRole('button', { name: 'Add an attribute' }).click()
    await form.getByLabel('Name of attribute 1').fill('light')
    await form.getByRole('combobox', { name: 'Choices, separated by ;' }).fill('day;night;')
    await form.getByRole('button', { name: 'Create dataset' }).click()
    await expect(page.getByRole('heading', { name: 'Kinds of rooms' })).toBeVisible()
    const { items } = await call(datasetEndpoints.listDatasets, { query: { search: 'rooms' } })
    expect(items[0]).toMatchObject({
      labelType: 'picture-classification',
      prompt: 'dirt on a floor',
      modelName: 'finder',
    })
    expect(items[0]?.labels).toMatchObject([
      { name: 'office', shortcut: 'o', attributes: [] },
      { name: 'hall', shortcut: 'j', attributes: [{ name: 'light', type: 'select', options: ['day', 'night'] }] },
    ])
  })

  await test.step('a label in use goes only with a word on what was labeled with it', async () => {
    const [removedLabel, taker] = floor.labels
    const previousReport = await call(datasetEndpoints.datasetReport, { params: { datasetId: floor.id } })
    const countOf = (id: string | undefined, report = previousReport) =>
      report.classes.find(({ labelId }) => labelId === id)?.count ?? 0
    await page.goto(`/data-set/list/file/${floor.id}`)
    await page.getByRole('button', { name: 'Actions on floor' }).click()
    await page.getByRole('menuitem', { name: 'Edit labels' }).click()
    await page.getByRole('button', { name: `Remove ${removedLabel?.name}`, exact: true }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    const question = page.getByRole('dialog', { name: 'These labels are in use' })
    await expect(
      question.getByText(`${removedLabel?.name}: ${countOf(removedLabel?.id)} labels on the images`),
    ).toBeVisible()
    await expect(question.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await choose(page, `What becomes of ${removedLabel?.name}`, `Relabel as ${taker?.name}`)
    await question.getByRole('button', { name: 'Save changes' }).click()
    await expect(question).toBeHidden()
    const report = () => call(datasetEndpoints.datasetReport, { params: { datasetId: floor.id } })
    await expect
      .poll(async () => countOf(taker?.id, await report()))
      .toBe(countOf(removedLabel?.id) + countOf(taker?.id))
  })

  await test.step('R4.03 the list narrows by label type and status, in the address', async () => {
    await page.goto('/data-set/list')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Label type' }).selectOption({ label: 'Picture classification' })
    await expect(page).toHaveURL(/labelType=picture-classification/)
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').last()).toContainText('To label')
    await page.reload()
    await expect(page.getByRole('row').last()).toContainText('Kinds of rooms')
  })
})

test('R2.25 R5.11 what is labeled is drawn over the thumbnails; images are narrowed, changed together and given back; a rejected one holds up training', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const dataset = await labeledSample(call, 8)
  const params = { datasetId: dataset.id }
  const total = async (query: object) => (await call(datasetEndpoints.listItems, { params, query })).total
  await enter(page, server)
  await page.goto(`/data-set/list/file/${dataset.id}?view=large`)
  const cells = page.getByRole('listbox', { name: 'Images' }).getByRole('option')
  await expect(cells).toHaveCount(8)

  await test.step('labels are drawn, and hidden by a wish that is kept', async () => {
    const drawn = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLCanvasElement>('[role=option] canvas')].filter((canvas) =>
            canvas
              .getContext('2d')
              ?.getImageData(0, 0, canvas.width, canvas.height)
              .data.some((value) => value > 0),
          ).length,
      )
    await expect.poll(drawn).toBe(8)
    await page.getByRole('button', { name: 'Show labels on the images' }).click()
    await expect.poll(drawn).toBe(0)
    await page.reload()
    await expect(cells).toHaveCount(8)
    await expect.poll(drawn).toBe(0)
    await page.getByRole('button', { name: 'Show labels on the images' }).click()
    await expect.poll(drawn).toBe(8)
  })

  await test.step('filters hold together, stand in the address, and are taken away one by one', async () => {
    const [label] = dataset.labels
    await choose(page, 'Label', label?.name ?? '')
    await expect(page).toHaveURL(new RegExp(`label=${label?.id}`))
    await page.getByRole('button', { name: 'Filters, 1 set' }).click()
    await page.getByLabel('Labels on an image at least').fill('3')
    const matching = await total({ labelId: label?.id, minimumLabels: 3 })
    await expect(page.getByText(`${matching} of 8 images match`)).toBeVisible()
    await expect(cells).toHaveCount(matching)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Remove the filter Label: ${label?.name}` }).click()
    await expect(cells).toHaveCount(await total({ minimumLabels: 3 }))
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(cells).toHaveCount(8)
    // The key says which color is which class, and finds its images.
    const key = page.getByRole('group', { name: 'Classes by their colors' })
    await expect(key.getByRole('button')).toHaveCount(dataset.labels.length)
    const { classes } = await call(datasetEndpoints.datasetReport, { params })
    const entry = key.getByRole('button', { name: `${label?.name} ${classes[0]?.count}`, exact: true })
    await entry.click()
    await expect(entry).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(new RegExp(`label=${label?.id}`))
    await expect(cells).toHaveCount(await total({ labelId: label?.id }))
    await entry.click()
    await expect(cells).toHaveCount(8)
  })

  await test.step('all of them are split by ratio, and the change is taken back', async () => {
    const previousCounts = await Promise.all(['train', 'validation', 'test'].map((split) => total({ split })))
    await cells.first().click()
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar').getByRole('button', { name: 'Split', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Spread over all three by ratio').click()
    await dialog.getByLabel('Train', { exact: true }).last().fill('50')
    await dialog.getByLabel('Validation', { exact: true }).last().fill('25')
    await dialog.getByLabel('Test', { exact: true }).last().fill('25')
    await dialog.getByText('Each class comes into each split by the ratio').click()
    await dialog.getByRole('button', { name: 'Change 8 images' }).click()
    await expect.poll(() => total({ split: 'train' })).toBe(4)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => total({ split: 'train' })).toBe(previousCounts[0])
  })

  await test.step('a rejected image is labeled no longer, and holds up training', async () => {
    const [item] = (await call(datasetEndpoints.listItems, { params, query: { limit: 1 } })).items
    const body = { decision: 'reject' as const, note: 'a leg is missing' }
    await call(datasetItemEndpoints.reviewItem, { params: { itemId: item?.id ?? '' }, body })
    await page.goto(`/data-set/list/file/${dataset.id}?status=rejected`)
    await expect(cells).toHaveCount(1)
    await expect(cells.first()).toHaveAttribute('title', /a leg is missing/)
    await page.getByRole('button', { name: 'Train on this' }).click()
    await expect(
      page.getByText('There are unlabeled files, please complete labeling before training').first(),
    ).toBeVisible()
    await expect(page.getByText('1 of 8 files are not labeled.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open the unlabeled images' })).toHaveAttribute('href', /to-label/)
    await page.getByRole('button', { name: 'Train on a version of the 7 labeled images' }).click()
    await expect(page.getByText('v1 · Labeled images')).toBeVisible()
    await expect(page.getByText('1 of 8 files are not labeled.')).toBeHidden()
  })
})

test(
  'R2.24 R3.05 a version is kept and compared with the next one; the training history names who used it',
  { tag: '@second' },
  async ({ page, server }) => {
    const call = createClient(server)
    const dataset = await labeledSample(call, 6)
    const params = { datasetId: dataset.id }
    const [task, [item]] = [
      await call(datasetEndpoints.startTraining, {
        params,
        body: { name: 'first-try', image: 'vermilion/starter-detector', parameters: { epochs: 1 } },
      }),
      (await call(datasetEndpoints.listItems, { params, query: { limit: 1 } })).items,
    ]
    await enter(page, server)
    await page.goto(`/data-set/list/file/${dataset.id}?tab=versions`)
    const keep = async (name: string) => {
      await page.getByRole('button', { name: 'Create version' }).first().click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Name', { exact: true }).fill(name)
      await form.getByRole('button', { name: 'Create version' }).click()
      const row = page.getByRole('row', { name: new RegExp(name) })
      await expect(row.getByRole('button', { name: 'Train' })).toBeVisible()
      // The row shows cover images and the distribution of statuses.
      await expect(row.locator('img').first()).toHaveJSProperty('complete', true)
      await expect(row.getByTitle(/^Train \d+ · Validation \d+ · Test \d+$/)).toBeVisible()
    }
    await keep('before')
    await call(datasetItemEndpoints.reviewItem, {
      params: { itemId: item?.id ?? '' },
      body: { decision: 'accept', note: '' },
    })
    await keep('after')
    const compared = page.getByRole('region', { name: 'Compare versions' })
    await expect(compared.getByRole('row', { name: new RegExp(item?.path ?? '') })).toContainText('Status')
    await expect(compared.getByText('Each class occurs as often in both.')).toBeVisible()

    await page.getByRole('tab', { name: 'Training history' }).click()
    const row = page.getByRole('row', { name: /first-try/ })
    await expect(row).toContainText('vermilion/starter-detector')
    await expect(row.getByRole('link', { name: 'v1 · before' })).toBeVisible()
    await row.getByRole('link', { name: 'first-try' }).click()
    await expect(page).toHaveURL(new RegExp(`/compute/taskdetail/${task.id}`))
  },
)

seededTest(
  'R3.05 each cell of the report leads to the images behind it, on a phone as well',
  { tag: '@second' },
  async ({ page, seeded }) => {
    await prefer(page, { theme: 'dark', lang: 'zh-CN' })
    await enter(page, seeded)
    await page.setViewportSize({ width: 360, height: 800 })
    const { id } = seeded.content.dataset
    await page.goto(`/data-set/list/file/${id}?tab=report`)
    const sizes = page.getByRole('group', { name: '标注大小' })
    const cell = sizes.getByRole('link').first()
    const name = (await cell.getAttribute('aria-label')) ?? ''
    const images = Number(/：([\d,]+) 张/.exec(name)?.[1])
    expectSeeded(images).toBeGreaterThan(0)
    expectSeeded(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await cell.click()
    await expectSeeded(page).toHaveURL(/sizeCell=\d+/)
    await expectSeeded(page.getByRole('option')).toHaveCount(images)
  },
)
