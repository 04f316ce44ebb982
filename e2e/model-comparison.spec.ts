import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { modelEndpoints } from '../contract/src/models.ts'
import { foreignDetector, redDetector } from '../server/src/areas/models/testing/onnx.ts'
import { space } from './support/content/files.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import type { Server } from './support/server/server.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    name: 'Name',
    compare: 'Compare',
    withOwn: 'Compare with own v1',
    found: /\d predictions?/,
    figures: 'Figures',
    unsure: /No certain difference between .* and own v1: mAP50 0\.000/,
    worse: /blind v\d is worse than own v1: mAP50 -1\.000 \(-1\.000 to -1\.000\)/,
    images: 'Images where they differ',
    verdict: '0 correct · 2 missed',
    actions: 'Actions on',
    edit: 'Edit',
    stage: 'Stage',
    production: 'Production',
    save: 'Save',
  },
  'zh-CN': {
    name: '名称',
    compare: '对比',
    withOwn: '与 own v1 对比',
    found: /\d 个预测/,
    figures: '指标',
    unsure: /.* 与 own v1 无显著差异：mAP50 0\.000/,
    worse: /blind v\d 不如 own v1：mAP50 -1\.000（-1\.000 至 -1\.000）/,
    images: '差异图片',
    verdict: '正确 0 · 漏检 2',
    actions: '的操作',
    edit: '编辑',
    stage: '阶段',
    production: '生产',
    save: '保存',
  },
} as const

const side = 16
const quarters = [
  { x: 0, y: 0 },
  { x: 8, y: 8 },
]

/** A version of labeled pictures with two red quarters; a model of our own, and one that cannot see red. */
async function prepare(server: Server): Promise<void> {
  const square = { input: { create: { width: 8, height: 8, channels: 3, background: '#f00' } } } as const
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
    .composite(quarters.map(({ x, y }) => ({ ...square, left: x, top: y })))
    .png()
    .toBuffer()
  const paths = Array.from({ length: 4 }, (_, index) => `${index}.png`)
  const { call, id: spaceId } = await space(server, [
    ...paths.map((path) => ({ path, content: picture })),
    { path: 'own.onnx', content: redDetector() },
    { path: 'blind.onnx', content: foreignDetector('v8') },
  ])
  const kinds = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const made = await call(datasetEndpoints.createDataset, {
    body: { name: 'yard', spaceId, ...kinds, labels: [{ name: 'red' }] },
  })
  const params = { datasetId: made.id }
  await expect.poll(async () => (await call(datasetEndpoints.getDataset, { params })).status).toBe('success')
  const { labels } = await call(datasetEndpoints.getDataset, { params })
  const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
  const shapes = quarters.map(({ x, y }, index) => {
    const box = { x, y, width: 8, height: 8 }
    return { id: `s${index}`, kind: 'box' as const, box, labelId: labels[0]!.id, source: 'manual' as const }
  })
  for (const { id: itemId } of items)
    await call(annotationEndpoints.saveAnnotation, {
      params: { itemId },
      body: { baseRevision: 0, shapes, complete: true },
    })
  await call(datasetEndpoints.createVersion, { params, body: { name: 'first' } })
  const fileOf = async (search: string) =>
    (await call(fileEndpoints.listFiles, { params: { spaceId }, query: { search } })).items[0]!.id
  await call(modelEndpoints.addModel, { body: { fileId: await fileOf('own.onnx'), name: 'own' } })
  const fileId = await fileOf('blind.onnx')
  const read = await call(modelEndpoints.inspectModelFile, { body: { fileId } })
  if (!('input' in read)) throw new Error('it does not run')
  const input = { ...read.input, channels: 'bgr' as const }
  await call(modelEndpoints.addModel, { body: { fileId, name: 'blind', input } })
}

test('R2.33 R3.12 R5.01 a brought model is evaluated beside our own, compared and made production, in both languages', async ({
  browser,
  server,
}) => {
  await prepare(server)
  await inEachLanguage(browser, server, async (page, { lang, theme }) => {
    const say = words[lang]
    const name = `yard-${lang.toLowerCase()}`
    await test.step('a model is brought', () => bring(page, name, say.name))
    const modelId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await test.step('it is tried at once, and has others beside it', async () => {
      await page.goto(`/model/list/model/${modelId}/try`)
      await expect(page.getByText(say.found)).toBeVisible()
      await page.goto(`/model/compare?models=${modelId}`)
      await page.getByRole('button', { name: say.withOwn }).click()
      await expect(page).toHaveURL(new RegExp(`models=${modelId}%2C`))
    })
    await page.goto('/model/list')
    for (const one of ['own', 'blind', name])
      await page
        .getByRole('row', { name: new RegExp(`\\b${one}\\b`) })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: say.compare, exact: true }).click()

    await test.step('it is run beside the others', async () => {
      await expect(page).toHaveURL(/\/model\/compare/)
      await page.getByRole('combobox').nth(1).click()
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'yard' }).click()
      // The same file under another name has run already.
      if (lang === 'zh-CN') await page.getByRole('button', { name: /^运行 \d/ }).click()
      await expect(page.getByRole('table', { name: say.figures, exact: true })).toBeVisible({ timeout: 60_000 })
    })
    await test.step('which one is better is told, with the images', async () => {
      const own = page.getByRole('row', { name: /^own v1/ })
      if ((await own.getByRole('button').count()) > 0) await own.getByRole('button').click()
      await expect(page.getByText(say.worse)).toBeVisible()
      await expect(page.getByText(say.unsure)).toBeVisible()
      const images = page.getByRole('list', { name: say.images })
      await expect(images.getByText(say.verdict, { exact: false }).first()).toBeVisible()
      await expect(images.getByRole('img').first()).toBeVisible()
      await page.screenshot({ path: test.info().outputPath(`compare-${lang}-${theme}.png`), fullPage: true })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: test.info().outputPath(`compare-narrow-${lang}-${theme}.png`) })
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.reload()
      await expect(page.getByText(say.worse)).toBeVisible()
    })
    await test.step('it is made production', async () => {
      await page
        .getByRole('row', { name: new RegExp(`^${name} v1`) })
        .getByRole('link')
        .first()
        .click()
      await page.getByRole('button', { name: say.actions }).click()
      await page.getByRole('menuitem', { name: say.edit }).click()
      const form = page.getByRole('dialog').last()
      await form.getByRole('combobox', { name: say.stage }).click()
      await page.locator('.ant-select-item-option', { hasText: say.production }).click()
      await form.getByRole('button', { name: say.save }).click()
      await expect(page.getByRole('main').getByText(say.production).first()).toBeVisible()
      await page.screenshot({ path: test.info().outputPath(`model-${lang}-${theme}.png`) })
    })
  })
})

/** Imports a file in Ultralytics' format under a name. */
async function bring(page: Page, name: string, nameLabel: string): Promise<void> {
  await page.goto('/model/list?add=true')
  const form = page.getByRole('dialog')
  const file = { name: 'best.onnx', mimeType: 'application/octet-stream', buffer: foreignDetector('v8') }
  await form.locator('input[type=file][multiple]').setInputFiles([file])
  await expect(form.getByText('Ultralytics', { exact: true })).toBeVisible()
  await form.getByLabel(nameLabel, { exact: true }).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
