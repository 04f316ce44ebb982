import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { LabeledImage } from '../contract/src/formats/labeled-images.ts'
import { accountEndpoints } from '../contract/src/accounts.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { shapeBounds } from '../contract/src/labels/bounds.ts'
import { estimateEndpoints } from '../contract/src/tasks/estimates.ts'
import { storyLanguages } from './support/screen/looks.ts'
import { createClient } from './support/server/client.ts'
import { renderSample } from './support/content/samples.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { studio } from './support/studio/studio.ts'

const words = {
  'en-US': {
    sample: 'Load the sample',
    steps: 'First steps',
    label: 'Label',
    canvas: 'Image with its shapes',
    saved: 'Saved',
    train: 'Train',
    quick: /^Quick/,
    name: 'Task name',
    startTraining: 'Start training',
    run: 'Run',
    startInference: 'Start inference',
    success: 'Success',
  },
  'zh-CN': {
    sample: '加载示例数据',
    steps: '入门步骤',
    label: '标注',
    canvas: '图片及其标注',
    saved: '已保存',
    train: '训练',
    quick: /^快速/,
    name: '任务名称',
    startTraining: '开始训练',
    run: '运行',
    startInference: '开始推理',
    success: '成功',
  },
} as const
type Words = (typeof words)[keyof typeof words]

/** Limits for a new user. */
const maxPresses = 12
const maxSeconds = 180

let folder: string
let first: LabeledImage

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vermilion-first-'))
  // Truth of the sample's first image, which is left unlabeled.
  const { truth } = await renderSample(folder, { count: 1, seed: 1, size: '640x480' })
  first = truth.images[0]!
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** Counts every key and button press from the welcome page to predictions. */
async function walk(page: Page, text: Words, isQuick: boolean): Promise<{ presses: number; seconds: number }> {
  const from = performance.now()
  let presses = 0
  const press = async (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) => {
    await within.getByRole('button', { name, exact: true }).click()
    presses += 1
  }
  const steps = page.getByRole('region', { name: text.steps })
  const form = page.getByRole('dialog')

  await press(text.sample)
  await expect(page).toHaveURL(/\/data-set\/list\/file\//)
  // The first pictures appear while the others are being made.
  await expect(page.getByRole('option').first().locator('img')).toHaveJSProperty('complete', true)

  await press(text.label, steps)
  const { canvas, drag } = studio(page, text.canvas)
  await expect(canvas).toBeVisible()
  await expect(page.getByText(text.saved, { exact: true })).toBeVisible()
  await canvas.focus()
  await page.keyboard.press('b')
  presses += 1
  for (const shape of first.shapes) {
    const { x, y, width, height } = shapeBounds(shape)!
    await drag(first, [x, y], [x + width, y + height])
    presses += 1
  }
  expect(first.shapes).toHaveLength(3)
  await page.keyboard.press('Control+s')
  presses += 1

  await expect(steps.getByRole('button', { name: text.train, exact: true })).toBeVisible({ timeout: 300_000 })
  await press(text.train, steps)
  await expect(form.getByLabel(text.name)).toHaveValue(/^[a-z].*-\d{4}-\d{4}$/)
  if (isQuick) {
    await form.getByText(text.quick).click()
    presses += 1
  }
  await press(text.startTraining, form)
  await expect(steps.getByRole('button', { name: text.run, exact: true })).toBeVisible({ timeout: 600_000 })
  await press(text.run, steps)
  await expect(form.getByLabel(text.name)).toHaveValue(/^[a-z].*-\d{4}-\d{4}$/)
  await press(text.startInference, form)
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText(text.success, { exact: true }).first()).toBeVisible()
  await expect(steps).toHaveCount(0)
  return { presses, seconds: (performance.now() - from) / 1_000 }
}

function tell(lang: string, presses: number, seconds: number): void {
  const description = `${lang}: ${presses} presses, ${seconds.toFixed(0)} s`
  test.info().annotations.push({ type: 'first steps', description })
  process.stdout.write(`the first steps, ${description}\n`)
}

test('R2.02 R1.12 a new user reaches what a model of the sample found in at most twelve presses', async ({
  page,
  server,
}) => {
  await enter(page, server)
  await page.goto('/welcome')
  const { presses, seconds } = await walk(page, words['en-US'], true)
  tell('en-US', presses, seconds)
  expect(presses).toBeLessThanOrEqual(maxPresses)

  // Provides the estimate for later trainings.
  const body = {
    image: 'vermilion/starter-detector',
    imageCount: 60,
    choices: [{ epochs: 20, inputSize: 128, width: 16 }],
  }
  const { tasks, seconds: estimates } = await createClient(server)(estimateEndpoints.estimateTask, { body })
  expect(tasks).toBe(1)
  expect(estimates[0]).toBeGreaterThan(0)
})

test('R2.02 the first steps say what comes next on every page, and are gone once they are dismissed', async ({
  page,
  server,
}) => {
  const body = { name: 'Sample', count: 2, width: 64, height: 64, toLabel: 1 }
  const call = createClient(server)
  const { datasetId } = await call(sampleEndpoints.createSample, { body })
  const { id: accountId } = await call(accountEndpoints.me, {})
  const system = JSON.stringify({ state: { lang: 'en-US', firstSteps: { accountId, datasetId } }, version: 0 })
  await page.addInitScript((value) => localStorage.getItem('system') ?? localStorage.setItem('system', value), system)
  await enter(page, server)
  await page.goto('/space/list')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem')).toHaveText(['1Label the first image', '2Train a model', '3Run it'])
  await page.evaluate((value) => localStorage.setItem('system', value), system.replace('en-US', 'zh-CN'))
  await page.reload()
  const chinese = page.getByRole('region', { name: '入门步骤' })
  await expect(chinese.getByRole('listitem')).toHaveText(['1标注第一张图片', '2训练模型', '3运行模型'])
  await expect(chinese.getByRole('button', { name: '关闭入门步骤' })).toBeVisible()
  await page.evaluate((value) => localStorage.setItem('system', value), system)
  await page.reload()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(steps.getByText('Train a model')).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await steps.getByRole('button', { name: 'Label', exact: true }).click()
  await expect(page.getByText('Image 1 of 2')).toBeVisible()
  await steps.getByRole('button', { name: 'Dismiss the first steps' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Image 1 of 2')).toBeVisible()
  await expect(steps).toHaveCount(0)
})

for (const lang of storyLanguages) {
  test(`@long R2.02 R1.12 the first steps as they are proposed take twelve presses and three minutes at most: ${lang}`, async ({
    page,
    server,
  }) => {
    await prefer(page, { lang })
    await enter(page, server)
    await page.goto('/welcome')
    const { presses, seconds } = await walk(page, words[lang], false)
    tell(lang, presses, seconds)
    expect(presses).toBeLessThanOrEqual(maxPresses)
    expect(seconds).toBeLessThanOrEqual(maxSeconds)
  })
}
