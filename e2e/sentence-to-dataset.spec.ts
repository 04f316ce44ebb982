import type { Page } from '@playwright/test'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { serviceEndpoints } from '../contract/src/services.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { eachOnce } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { startModels } from './support/server/models-service.ts'
import type { Server } from './support/server/server.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    generate: 'Generate',
    describe: 'Describe (LLM)',
    wanted: 'What is wanted',
    numberOfItems: 'Number of items',
    write: 'Write items',
    of: (done: number, total: number) => `${done} of ${total} items`,
    add: 'Add 3 items',
    count: 'Number of images',
    width: 'Image width',
    height: 'Image height',
    name: 'Name',
    actions: (name: string) => `Actions on ${name}`,
    evaluateImages: 'Evaluate the images',
    evaluate: 'Evaluate',
    models: 'Models',
    realism: 'Realism',
    estimate: 'Estimate the cost',
    success: 'Success',
    alpha: 'Agreement (Krippendorff alpha)',
    images: 'Images',
    callFailed: 'Model call failed',
    export: 'Export to a dataset',
    doExport: 'Export',
    exported: 'Exported',
  },
  'zh-CN': {
    generate: '生成',
    describe: '描述生成（LLM）',
    wanted: '描述需求',
    numberOfItems: '场景项数量',
    write: '生成场景项',
    of: (done: number, total: number) => `${done} / ${total} 项`,
    add: '添加 3 项',
    count: '图片数量',
    width: '图片宽度',
    height: '图片高度',
    name: '名称',
    actions: (name: string) => `${name} 的操作`,
    evaluateImages: '评估图片',
    evaluate: '评估',
    models: '模型',
    realism: '真实感',
    estimate: '估算费用',
    success: '成功',
    alpha: '一致性（Krippendorff α）',
    images: '图片',
    callFailed: '模型调用失败',
    export: '导出到数据集',
    doExport: '导出',
    exported: '已导出',
  },
}
type Words = (typeof words)['en-US']

const item = (floor: string) => ({ scene: '', floor, dirt: 'mud', dirtCount: 1, animal: 'cat', animalCount: 1 })
const reply = JSON.stringify({ items: [item('wood'), item('tile'), item('marble')] })

/** One button of this very name, with or without a space between two Chinese characters. */
const named = (name: string) => new RegExp(`^${Array.from(name).join('\\s?')}$`)

async function setUpModels(server: Server, url: string) {
  const call = createClient(server)
  for (const [model, vision] of [
    ['writer', false],
    ['judge', true],
    ['moody', true],
  ] as const) {
    await call(serviceEndpoints.createService, {
      body: { kind: 'chat', name: model, settings: { url, model, vision } },
    })
  }
}

for (const look of eachOnce) {
  test(`R2.29 R3.09 R3.10 R9.02 R9.03 a sentence becomes scored images in a labelled dataset, ${look.lang}`, async ({
    page,
    server,
  }) => {
    const text = words[look.lang]
    const call = createClient(server)
    const models = await startModels({ reply, every: 60 })
    await setUpModels(server, models.address)
    const space = await call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
    await prefer(page, look)
    await enter(page, server)
    await page.goto(`/space/list/file/${space.id}/generations?create=true`)

    await generateFromWords(page, text)
    await expect(page.getByRole('option')).toHaveCount(6, { timeout: 60_000 })
    await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible({ timeout: 30_000 })

    await choose(page, text.actions('described'), text.evaluateImages)
    await evaluate(page, text)
    await expect(page.getByText(text.alpha)).toBeVisible({ timeout: 60_000 })
    await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('tab', { name: text.images }).click()
    await expect(page.getByText('judge says so').first()).toBeVisible()
    await expect(page.getByText(text.callFailed).first()).toBeVisible()
    const params = { spaceId: space.id }
    const { items } = await call(fileEndpoints.listFiles, { params, query: { recursive: 'true', sort: '-score' } })
    expect(items.every(({ score }) => score !== null && score > 40 && score < 90)).toBe(true)

    await page.goBack()
    await page.goBack()
    await choose(page, text.actions('described'), text.export)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: text.name }).fill('described floors')
    await dialog.getByRole('button', { name: named(text.doExport) }).click()
    await expect(page.getByText(text.exported).first()).toBeVisible({ timeout: 30_000 })
    const datasets = await call(datasetEndpoints.listDatasets, { query: {} })
    // Two images of the item that the form began with show dirt alone, the others a cat too.
    expect(datasets.items).toMatchObject([{ fileCount: 6, labeledCount: 6, annotationCount: 10 }])
    await models.stop()
  })
}

async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** R9.02: items appear as the model writes them, over a reload, and become rows of the form. */
async function generateFromWords(page: Page, text: Words): Promise<void> {
  const form = page.getByRole('dialog').first()
  await form.getByRole('textbox', { name: text.name }).fill('described')
  await form.getByRole('button', { name: text.describe }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel(text.wanted).fill('Cats on dirty floors, 每种地面')
  await dialog.getByLabel(text.numberOfItems).fill('3')
  await dialog.getByRole('button', { name: text.write }).click()
  await expect(dialog.getByText(text.of(3, 3))).toBeVisible({ timeout: 30_000 })
  await dialog.getByRole('button', { name: text.add }).click()
  await form.getByLabel(text.width).fill('128')
  await form.getByLabel(text.height).fill('128')
  await form.getByLabel(text.count).fill('6')
  await form.getByRole('button', { name: named(text.generate) }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'described' })).toBeVisible()
}

/** R9.03: image statistics and two models that see, one of which fails at times. */
async function evaluate(page: Page, text: Words): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: text.models }).click()
  for (const model of ['judge (judge)', 'moody (moody)']) {
    await page.locator('.ant-select-item-option').filter({ hasText: model }).click()
  }
  await form.getByRole('textbox', { name: text.name }).click()
  await expect(form.getByText(text.realism)).toBeVisible()
  await form.getByRole('button', { name: text.estimate }).click()
  await expect(form.getByText('12')).toBeVisible()
  await form.getByRole('button', { name: named(text.evaluate) }).click()
}
