import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { modelEndpoints } from '../contract/src/models.ts'
import { redDetector } from '../server/src/areas/models/testing/onnx.ts'
import { choose } from './support/content/labeled.ts'
import { space } from './support/content/files.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    switch: 'Read in tiles',
    overlap: 'Overlap of tiles',
    none: 'No predictions at this confidence threshold',
    two: '2 predictions',
    cost: /^36 runs of the model for this image instead of one: about 36 times the time\.$/,
    average: /^About 36 runs of the model per image instead of one, by the first 2: about 36 times the time\.$/,
    code: 'Call it from a program',
    run: 'Run inference',
    start: 'Start inference',
    compared: 'With and without tiles',
    tiles: /overlap 50 % · with the full image/,
    labeling: 'Auto-label',
    preview: 'Preview',
    board: 'Run on a board',
    noTiles: /Boards read each image at once/,
  },
  'zh-CN': {
    switch: '切片推理',
    overlap: '切片重叠',
    none: '该置信度阈值下没有预测',
    two: '2 个预测',
    cost: /^此图片需推理 36 次而非 1 次：用时约为 36 倍。$/,
    average: /^按前 2 张图片计，每张约推理 36 次而非 1 次：用时约为 36 倍。$/,
    code: '在程序中调用',
    run: '运行推理',
    start: '开始推理',
    compared: '切片与不切片对比',
    tiles: /重叠 50% · 含整图/,
    labeling: '自动标注',
    preview: '预览',
    board: '在板卡上运行',
    noTiles: /板端对每张图片整图推理/,
  },
} as const

const side = 8
const corners = [
  { x: 8, y: 8 },
  { x: 40, y: 24 },
]

/** Small red squares in a large blue picture, which vanish when it is shrunk to the 16 pixels of the model. */
function draw(): Promise<Buffer> {
  const input = { create: { width: side, height: side, channels: 3 as const, background: '#f00' } }
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#00f' } })
    .composite(corners.map(({ x, y }) => ({ input, left: x, top: y })))
    .png()
    .toBuffer()
}

test('R2.23 R3.12 R5.03 small objects are found by one switch, which tells its cost and what it is worth, in both languages', async ({
  browser,
  server,
}) => {
  const outputPath = (name: string) => test.info().outputPath(name)
  const picture = await draw()
  const { call, id: spaceId } = await space(server, [
    { path: 'reds.onnx', content: redDetector() },
    { path: 'small/a.png', content: picture },
    { path: 'small/b.png', content: picture },
  ])
  const { items: files } = await call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  const body = { fileId: files.find(({ path }) => path === 'reds.onnx')?.id ?? '', name: 'reds' }
  const { id: modelId } = await call(modelEndpoints.addModel, { body })
  const kinds = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const { id: datasetId } = await call(datasetEndpoints.createDataset, {
    body: { name: 'small', spaceId, ...kinds, labels: [{ name: 'red' }] },
  })
  const params = { datasetId }
  await expect.poll(async () => (await call(datasetEndpoints.countItems, { params, query: {} })).items).toBe(2)
  const { labels } = await call(datasetEndpoints.getDataset, { params })
  const { items } = await call(datasetEndpoints.listItems, { params, query: {} })
  const labelId = labels[0]!.id
  const shapes = corners.map(({ x, y }, at) => {
    const box = { x, y, width: side, height: side }
    return { id: `s${at}`, kind: 'box', box, labelId, source: 'manual' } as const
  })
  await call(annotationEndpoints.saveAnnotation, {
    params: { itemId: items[0]!.id },
    body: { baseRevision: items[0]!.revision, shapes, complete: true },
  })

  await inEachLanguage(browser, server, async (page, { lang, theme }) => {
    const say = words[lang]
    const shot = (name: string) => page.screenshot({ path: outputPath(`${name}-${lang}-${theme}.png`), fullPage: true })

    // The playground.
    await page.goto(`/model/list/model/${modelId}/try`)
    await page.locator('input[type=file]').setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: picture }])
    await expect(page.getByText(say.none)).toBeVisible()
    await page.getByRole('switch', { name: say.switch }).press('Space')
    await choose(page, say.overlap, '50 %')
    await expect(page.getByText(say.two)).toBeVisible()
    await expect(page.getByText(say.cost)).toBeVisible()
    await page.getByText(say.code, { exact: true }).click()
    await expect(page.locator('pre')).toContainText('tileOverlap=0.5')
    await shot('playground')

    // The form of an inference, and its report with the figures of both.
    await page.goto(`/model/list/model/${modelId}`)
    await page.getByRole('button', { name: say.run, exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.locator('#datasetId').press('ArrowDown')
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: 'small' }).first().click()
    await form.getByRole('switch', { name: say.switch }).press('Space')
    await choose(page, say.overlap, '50 %')
    await expect(form.getByText(say.average)).toBeVisible()
    await delay(300)
    await shot('form')
    await form.getByRole('button', { name: say.start }).click()
    await expect(page).toHaveURL(/\/compute\/taskdetail\//)
    const compared = page.getByRole('region', { name: say.compared, exact: true })
    await expect(compared.getByRole('row', { name: /^mAP50 0\.000 1\.000$/ })).toBeVisible()
    await expect(page.getByText(say.tiles)).toBeVisible()
    await shot('report')

    // Auto-labeling, with its preview.
    await page.goto(`/data-set/list/file/${datasetId}?tab=auto-label`)
    await page.getByRole('button', { name: say.labeling, exact: true }).first().click()
    const labeling = page.getByRole('dialog')
    await labeling.getByRole('switch', { name: say.switch }).press('Space')
    await choose(page, say.overlap, '50 %')
    await expect(labeling.getByText(say.average)).toBeVisible()
    await shot('labeling')

    await page.goto(`/model/list?model=${modelId}&board=true`)
    await expect(page.getByRole('dialog', { name: say.board }).getByText(say.noTiles)).toBeVisible()
    await shot('board')
  })
})
