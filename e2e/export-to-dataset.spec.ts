import type { Locator, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { fill } from './support/content/fill.ts'
import { choose } from './support/content/labeled.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { enter } from './support/screen/screen.ts'
import type { Server } from './support/server/server.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    actions: 'Actions on yard',
    exported: 'Export to a dataset',
    chosen: 'Into a dataset',
    name: 'Name',
    into: 'Into',
    existing: 'An existing dataset',
    dataset: 'Dataset',
    action: 'Export',
    done: 'Exported',
    taken: 'Taken',
    present: 'Already there',
    notPictures: 'Not pictures',
    broken: 'Broken',
    open: 'Open the dataset',
    failed: 'Export failed',
    none: 'There are no images to make a dataset of',
    missing: 'Please select a dataset',
  },
  'zh-CN': {
    actions: 'yard 的操作',
    exported: '导出到数据集',
    chosen: '加入数据集',
    name: '名称',
    into: '目标',
    existing: '已有数据集',
    dataset: '数据集',
    action: '导 出',
    done: '已导出',
    taken: '已加入',
    present: '已存在',
    notPictures: '非图片',
    broken: '已损坏',
    open: '打开数据集',
    failed: '导出失败',
    none: '没有可用于创建数据集的图片',
    missing: '请选择数据集',
  },
} as const

async function prepare(server: Server) {
  const call = createClient(server)
  const { token } = server
  const { id } = await call(spaceEndpoints.createSpace, { body: { name: 'yard', path: 'yard' } })
  const pictures = await Promise.all(
    [1, 2, 3].map(async (number) => ({
      path: `cam/${number}.png`,
      content: await sharp({ create: { width: 60, height: 40 + number, channels: 3, background: '#345' } })
        .png()
        .toBuffer(),
    })),
  )
  await fill(server, id, [
    ...pictures,
    { path: 'torn.png', content: Buffer.from([137, 80, 78, 71, 1, 2, 3]) },
    { path: 'notes/notes.txt', content: Buffer.from('notes') },
  ])
  return { address: server.address, token, call, id }
}

/** The number under a name in the result. */
const figure = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first()

test('R2.29 a space becomes a new dataset, then goes into it again: what was taken, was there, is no picture, is broken', async ({
  browser,
  server,
}) => {
  test.slow()
  const space = await prepare(server)
  await inEachLanguage(browser, space, async (page, { lang, theme }) => {
    const text = words[lang]
    const name = `yard ${lang} ${theme}`
    const openDialog = async () => {
      await page.goto('/space/list')
      await page.getByRole('button', { name: text.actions }).click()
      await page.getByRole('menuitem', { name: text.exported }).click()
      return page.getByRole('dialog')
    }
    const form = await openDialog()
    await form.getByRole('textbox', { name: text.name }).fill(name)
    await form.getByRole('button', { name: new RegExp(`^${text.action.replace(' ', ' ?')}$`) }).click()
    await expect(page.getByRole('dialog').getByText(text.done, { exact: true })).toBeVisible()
    await expect(figure(page, text.taken)).toHaveText('3')
    await expect(figure(page, text.present)).toHaveText('0')
    await expect(figure(page, text.notPictures)).toHaveText('1')
    await expect(figure(page, text.broken)).toHaveText('1')
    await page.getByRole('button', { name: text.open }).click()
    await expect(page).toHaveURL(/\/data-set\/list\/file\//)
    await expect(page.getByRole('heading', { name })).toBeVisible()

    const again = await openDialog()
    await again.getByRole('combobox', { name: text.into }).click()
    await page.getByTitle(text.existing).click()
    await again.getByRole('button', { name: new RegExp(`^${text.action.replace(' ', ' ?')}$`) }).click()
    await expect(again.locator('.ant-form-item-explain').getByText(text.missing)).toBeVisible()
    await again.getByRole('combobox', { name: text.dataset }).fill(name)
    await page.getByTitle(name, { exact: true }).click()
    await again.getByRole('button', { name: new RegExp(`^${text.action.replace(' ', ' ?')}$`) }).click()
    await expect(page.getByRole('dialog').getByText(text.done, { exact: true })).toBeVisible()
    await expect(figure(page, text.taken)).toHaveText('0')
    await expect(figure(page, text.present)).toHaveText('3')
  })
  const { items } = await space.call(datasetEndpoints.listDatasets, { query: { space: space.id } })
  expect(items.map(({ fileCount }) => fileCount)).toEqual([3, 3])
})

test('R2.29 an export tells how far it is of how many files, and never of the export before it', async ({
  page,
  server,
}) => {
  const { call, id } = await prepare(server)
  const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const dataset = await call(datasetEndpoints.createDataset, { body: { name: 'twice', ...kind, spaceId: id } })
  const params = { datasetId: dataset.id }
  const sources = () => call(datasetEndpoints.listSources, { params })
  await expect.poll(async () => (await sources())[0]?.status).toBe('success')
  await enter(page, server)
  await page.goto('/data-set/list')
  await page.getByRole('button', { name: 'Actions on twice' }).click()
  await page.getByRole('menuitem', { name: 'Sources' }).click()
  await expect(figure(page, 'Taken')).toHaveText('3')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Data Space', exact: true }).first().click()
  await page.getByRole('button', { name: 'Actions on yard' }).click()
  await page.getByRole('menuitem', { name: 'Export to a dataset' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Into' }).click()
  await page.getByTitle('An existing dataset').click()
  await form.getByRole('combobox', { name: 'Dataset' }).fill('twice')
  await page.getByTitle('twice', { exact: true }).click()
  const heldRoutes: Route[] = []
  const address = '**/api/v1/datasets/*/sources'
  await page.route(address, (route) => void heldRoutes.push(route))
  await form.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('button', { name: 'Open the dataset' })).toBeVisible()
  await expect.poll(() => heldRoutes.length).toBeGreaterThan(0)
  await expect(form.getByText('Taken', { exact: true })).toHaveCount(0)
  const [latest, first] = await sources()
  const half = { ...latest, status: 'collecting', taken: 0, present: 2, endedAt: null }
  const reply = (route: Route) =>
    // Events restart the reading, and the previous one is abandoned.
    route.fulfill({ json: { code: 200, message: 'ok', requestId: 'r', data: [half, first] } }).catch(() => undefined)
  await page.route(address, reply)
  for (const route of heldRoutes) await reply(route)
  const bar = page.getByRole('dialog').getByRole('progressbar')
  await expect(bar).toHaveAttribute('max', '5')
  await expect(bar).toHaveAttribute('value', String(2 + (latest?.notPictures ?? 0) + (latest?.broken ?? 0)))
})

test('R2.29 R8.08 chosen files of the files page are exported; an export of no pictures is refused and keeps what was typed', async ({
  browser,
  server,
}) => {
  test.slow()
  const space = await prepare(server)
  await inEachLanguage(browser, space, async (page, { lang, theme }) => {
    const text = words[lang]
    const name = `some ${lang} ${theme}`
    const send = () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${text.action.replace(' ', ' ?')}$`) })
        .click()
    const exportChosen = () => page.getByRole('toolbar').getByRole('button', { name: text.chosen }).click()

    await page.goto(`/space/list/file/${space.id}?folder=notes`)
    await page.getByText('notes.txt').click()
    await exportChosen()
    await page.getByRole('dialog').getByRole('textbox', { name: text.name }).fill(name)
    await send()
    await expect(page.getByRole('alert').filter({ hasText: text.failed })).toContainText(text.none)
    await expect(page.getByRole('dialog').getByRole('textbox', { name: text.name })).toHaveValue(name)

    await page.goto(`/space/list/file/${space.id}?folder=cam`)
    await page.getByText('1.png').click()
    await page.getByText('3.png').click({ modifiers: ['Control'] })
    await exportChosen()
    await page.getByRole('dialog').getByRole('textbox', { name: text.name }).fill(name)
    await send()
    await expect(page.getByRole('dialog').getByText(text.done, { exact: true })).toBeVisible()
    await expect(figure(page, text.taken)).toHaveText('2')
  })
  const { items } = await space.call(datasetEndpoints.listDatasets, { query: {} })
  for (const { id } of items) {
    const page = await space.call(datasetEndpoints.listItems, { params: { datasetId: id }, query: {} })
    expect(page.items.map(({ path }) => path)).toEqual(['cam/1.png', 'cam/3.png'])
  }
})

test('R2.29 images come into a dataset of classes with one class for all, also into one that exists', async ({
  page,
  server,
}) => {
  const { call, id } = await prepare(server)
  await enter(page, server)
  const exportFile = async (file: string, fill: (form: Locator) => Promise<void>, imageClass: string) => {
    await page.goto(`/space/list/file/${id}?folder=cam`)
    await page.getByText(file).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Into a dataset' }).click()
    const form = page.getByRole('dialog')
    await fill(form)
    await form.getByRole('textbox', { name: 'Class of all images' }).fill(imageClass)
    await form.getByRole('button', { name: 'Export' }).click()
    await expect(figure(page, 'Labeled')).toHaveText('1')
  }
  const create = async (form: Locator) => {
    await form.getByRole('textbox', { name: 'Name' }).fill('classes')
    await expect(form.getByRole('checkbox')).toBeVisible()
    await choose(page, 'Label type', 'Picture classification')
    await expect(form.getByRole('checkbox')).toHaveCount(0)
  }
  const choosePresent = async (form: Locator) => {
    await choose(page, 'Into', 'An existing dataset')
    await form.getByRole('combobox', { name: 'Dataset' }).click()
    await page.getByTitle('classes', { exact: true }).click()
  }
  await exportFile('1.png', create, 'clean')
  await exportFile('3.png', choosePresent, 'dirty')
  const { items } = await call(datasetEndpoints.listDatasets, { query: {} })
  expect(items).toMatchObject([{ fileCount: 2, labeledCount: 2, labels: [{ name: 'clean' }, { name: 'dirty' }] }])
})
