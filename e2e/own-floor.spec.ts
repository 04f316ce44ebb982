import type { Page } from '@playwright/test'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { fineTuningEndpoints } from '../contract/src/fine-tunings/endpoints.ts'
import { type Generation, generationEndpoints } from '../contract/src/generations.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { wovenFloor } from './support/content/woven-floor.ts'
import { space } from './support/content/files.ts'
import { choose } from './support/content/labeled.ts'
import { exportImages } from './support/generation/scored-dataset.ts'
import { generationWords, named } from './support/generation/words.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import type { Call } from './support/server/client.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    space: 'Data space',
    found: '20 pictures found, 0 captioned',
    loraName: 'LoRA name',
    settings: 'Settings',
    steps: 'Steps',
    every: 'Steps between samples',
    each: 'Samples each time',
    resolution: 'Resolution',
    batch: 'Batch size',
    start: 'Start fine-tuning',
    samples: 'Samples over the steps',
    toModel: 'Open in the model repository',
    stop: 'Stop',
    stopped: 'Stopped',
    resume: 'Go on from the checkpoint',
    running: 'Running',
    addLora: 'Add LoRA',
    lora: 'LoRA 1: Name',
  },
  'zh-CN': {
    space: '数据空间',
    found: '找到 20 张图片，0 张有描述',
    loraName: 'LoRA 名称',
    settings: '参数',
    steps: '训练步数',
    every: '采样间隔（步）',
    each: '每次样张数',
    resolution: '分辨率',
    batch: '批大小',
    start: '开始微调',
    samples: '各步样张',
    toModel: '在模型仓库中打开',
    stop: '停止',
    stopped: '已停止',
    resume: '从检查点继续',
    running: '运行中',
    addLora: '添加 LoRA',
    lora: 'LoRA 1：名称',
  },
} as const
type Words = (typeof words)[keyof typeof words]

/** Time-out for trainings and sampling on a loaded machine. */
const patience = { timeout: 600_000 }

test('R1.06 R2.32 R3.09 R3.11 R4.07 a floor of one’s own is learned from 20 pictures, laid under scenes, and exported with labels', async ({
  browser,
  server,
}) => {
  const pictures = Array.from({ length: 20 }, async (_, at) => ({
    path: `photos/floor-${at}.png`,
    content: await wovenFloor(at),
  }))
  const { id, call } = await space(server, await Promise.all(pictures))
  const scenes = await call(spaceEndpoints.createSpace, { body: { name: 'scenes', path: 'scenes' } })
  const spaceId = scenes.id
  /** The LoRA is used once to generate tiles. */
  let lora = ''
  await inEachLanguage(browser, server, async (page, { lang, theme }) => {
    const say = words[lang]
    const name = `weave_${theme}`
    await fineTune(page, say, name)
    lora ||= name
    await page.screenshot({ path: test.info().outputPath(`fine-tuning-${lang}-${theme}.png`) })
    await stopAndGoOn(page, say, { call, spaceId: id, name: `long-${theme}` })

    await page.goto(`/space/list/file/${spaceId}/generations?create=true`)
    const generated = await generate(page, { lang, call, spaceId, name: `${theme}-scenes`, lora })
    await page.screenshot({ path: test.info().outputPath(`scenes-${lang}-${theme}.png`) })
    await exportImages(page, generationWords[lang], generated.config.name, { dataset: `${theme} floors` })
    const { items } = await call(datasetEndpoints.listDatasets, { query: { search: theme } })
    expect(items).toMatchObject([{ fileCount: 2, labeledCount: 2 }])
    expect(items[0]!.annotationCount).toBeGreaterThan(0)
    if (lang === 'en-US') await compareStrengths(call, { spaceId, generated, lora })
  })
})

/** From the form until the LoRA is in the repository. */
async function fineTune(page: Page, say: Words, name: string): Promise<void> {
  await page.goto('/fineTuning/tasks?create=true')
  const form = page.getByRole('dialog')
  await choose(page, say.space, 'line')
  await expect(form.getByText(say.found)).toBeVisible()
  await form.getByLabel(say.loraName).fill(name)
  await form.locator('summary', { hasText: say.settings }).click()
  for (const [label, value] of [
    [say.steps, 20],
    [say.every, 10],
    [say.each, 1],
    [say.resolution, 32],
    [say.batch, 4],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(String(value))
  await page.getByRole('button', { name: say.start }).click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByRole('region', { name: say.samples }).getByRole('img')).toHaveCount(2, patience)
  await expect(page.getByRole('link', { name: say.toModel })).toBeVisible(patience)
}

interface LongFineTuning {
  readonly call: Call
  readonly spaceId: string
  readonly name: string
}

/** A fine-tuning with far more steps than are made: it is stopped and resumed with its steps and samples. */
async function stopAndGoOn(page: Page, say: Words, { call, spaceId, name }: LongFineTuning): Promise<void> {
  const parameters = { steps: 20_000, sampleEvery: 10, samples: 1, resolution: 32, batch: 1, rank: 2, alpha: 2 }
  const body = { name, loraName: name, source: { kind: 'space', spaceId }, parameters } as const
  const { id: taskId } = await call(fineTuningEndpoints.createFineTuning, { body })
  await page.goto(`/compute/taskdetail/${taskId}`)
  const samples = page.getByRole('region', { name: say.samples }).getByRole('img')
  await expect(samples.nth(1)).toBeVisible(patience)
  await page.getByRole('button', { name: named(say.stop) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: named(say.stop) })
    .click()
  await expect(page.locator('h1 + *').getByText(say.stopped)).toBeVisible()
  const rowsOf = async (id: string) => (await call(taskEndpoints.taskMetrics, { params: { taskId: id } })).rows
  const earlier = await rowsOf(taskId)

  await page.getByRole('button', { name: say.resume }).click()
  await expect(page).not.toHaveURL(new RegExp(taskId))
  await expect(page.locator('h1 + *').getByText(say.running)).toBeVisible()
  const resumed = new URL(page.url()).pathname.split('/').at(-1)!
  await expect.poll(async () => (await rowsOf(resumed)).length, patience).toBeGreaterThan(earlier.length)
  await call(taskEndpoints.stopTask, { params: { taskId: resumed } })
  const rows = await rowsOf(resumed)
  expect(rows.slice(0, earlier.length)).toEqual(earlier)
  expect(rows.map(([step]) => step)).toEqual(rows.map((_, at) => at + 1))
}

interface Scenes {
  readonly lang: keyof typeof words
  readonly call: Call
  readonly spaceId: string
  readonly name: string
  readonly lora: string
}

/** Two scenes at strength 1 from the open form. */
async function generate(page: Page, { lang, call, spaceId, name, lora }: Scenes): Promise<Generation> {
  const [text, say] = [generationWords[lang], words[lang]]
  const form = page.getByRole('dialog').first()
  await form.getByRole('textbox', { name: text.name }).fill(name)
  await form.getByLabel(text.width).fill('96')
  await form.getByLabel(text.height).fill('96')
  await form.getByLabel(text.count).fill('2')
  await form.getByRole('spinbutton', { name: text.seed }).fill('7')
  await form.getByRole('button', { name: say.addLora }).click()
  await choose(page, say.lora, lora)
  await form.getByRole('button', { name: named(text.generate) }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible(patience)
  const { items } = await call(generationEndpoints.listGenerations, { params: { spaceId }, query: { search: name } })
  return items[0]!
}

interface Compared {
  readonly spaceId: string
  /** At strength 1. */
  readonly generated: Generation
  readonly lora: string
}

/** The same scenes without the LoRA, at strength 0, and at 0.5. */
async function compareStrengths(call: Call, { spaceId, generated, lora }: Compared): Promise<void> {
  const imagesOf = async ({ folder }: Pick<Generation, 'folder'>) => {
    const { items } = await call(fileEndpoints.listFiles, { params: { spaceId }, query: { folder, sort: 'name' } })
    return items.map(({ checksum }) => checksum)
  }
  const again = async (strength: number | null) => {
    const loras = strength === null ? [] : [{ name: lora, strength }]
    const body = { ...generated.config, name: `again-${strength ?? 'none'}`.replace('.', '-'), loras }
    const { id: generationId, folder } = await call(generationEndpoints.createGeneration, { params: { spaceId }, body })
    const get = () => call(generationEndpoints.getGeneration, { params: { generationId } })
    await expect.poll(async () => (await get()).status, patience).toBe('success')
    return imagesOf({ folder })
  }
  const [none, zero, half, full] = [await again(null), await again(0), await again(0.5), await imagesOf(generated)]
  expect(none).toHaveLength(2)
  expect(zero).toEqual(none)
  expect(new Set([...none, ...half, ...full]).size).toBe(6)
}
