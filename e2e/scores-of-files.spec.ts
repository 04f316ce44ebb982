import type { Page } from '@playwright/test'
import { type DataEvaluation, dataEvaluationEndpoints } from '../contract/src/data-evaluations.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { named } from './support/generation/words.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { expect, type Seeded, test } from './support/seeded.ts'

const words = {
  'en-US': {
    filters: 'Filters',
    lineage: 'How it was generated',
    item: 'Item',
    cat: 'Cat',
    chip: 'Item: Cat',
    more: 'More actions',
    evaluateListed: 'Evaluate the listed files',
    evaluate: 'Evaluate',
    listed: 'All that are listed',
    selected: '2 selected',
    models: 'Models',
    statistics: 'Image statistics',
    uncertainty: (model: string) => `${model}: uncertainty`,
    objects: (model: string) => `${model}: number of objects`,
    lowest: 'Lowest scores',
    subject: /^\d+ images of .+ · scored by Image statistics · \d{4}-/,
    again: 'Evaluate again',
    success: 'Success',
    score: (score: string) => `Score ${score}`,
    atLeast: 'Score At least',
  },
  'zh-CN': {
    filters: '筛选',
    lineage: '生成来源',
    item: '场景项',
    cat: '猫',
    chip: '场景项：猫',
    more: '更多操作',
    evaluateListed: '评估列出的文件',
    evaluate: '评估',
    listed: '列出的全部文件',
    selected: '已选 2 项',
    models: '模型',
    statistics: '图像统计',
    uncertainty: (model: string) => `${model}：不确定性`,
    objects: (model: string) => `${model}：目标数`,
    lowest: '评分最低',
    subject: /^\d+ 张图片，来自 .+ · 评分模型 图像统计 · \d{4}-/,
    again: '重新评估',
    success: '成功',
    score: (score: string) => `评分 ${score}`,
    atLeast: '评分 不小于',
  },
} as const
type Words = (typeof words)['en-US' | 'zh-CN']

/** Scores with a single model in the open form, and waits for the end. */
async function evaluateBy(page: Page, text: Words, model: string): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: text.models }).click()
  for (const name of [text.statistics, model]) {
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click()
  }
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: named(text.evaluate) }).click()
  await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible()
}

async function latestEvaluation({ call, content }: Seeded): Promise<DataEvaluation> {
  const { spaceId } = content.generation
  const { items } = await call(dataEvaluationEndpoints.listDataEvaluations, { params: { spaceId }, query: {} })
  return items[0]!
}

test('R3.10 R5.06 a model of the repository scores what a filter by lineage finds, and what is selected; scores stand at the files', async ({
  browser,
  seeded,
}) => {
  const { spaceId } = seeded.content.generation
  const { id, name } = seeded.content.model
  const list = async (query: object) =>
    (await seeded.call(fileEndpoints.listFiles, { params: { spaceId }, query: { recursive: 'true', ...query } })).items
  const cats = await list({ sceneItem: 'cat' })
  expect(cats.length).toBeGreaterThan(0)
  expect(cats.length).toBeLessThan(seeded.content.generation.kept)

  await inEachLanguage(browser, seeded, async (page, { lang }) => {
    const text = words[lang]
    const images = page.locator('main [role=option]')
    const gallery = `/space/list/file/${spaceId}?recursive=true&view=gallery`
    await page.goto(gallery)
    await page.getByRole('button', { name: text.filters }).click()
    await page.getByText(text.lineage).click()
    await page.getByRole('searchbox', { name: text.item }).fill(text.cat)
    await expect(images).toHaveCount(cats.length)
    await page.keyboard.press('Escape')
    await expect(page.getByText(text.chip)).toBeVisible()
    await page.getByRole('button', { name: text.more }).click()
    await page.getByRole('menuitem', { name: text.evaluateListed }).click()
    await expect(page.getByRole('dialog').getByText(text.listed)).toBeVisible()
    await evaluateBy(page, text, text.uncertainty(name))
    const ofFilter = await latestEvaluation(seeded)
    expect(ofFilter).toMatchObject({ images: cats.length, scored: cats.length, standard: null })
    expect(ofFilter.models.map((model) => model.id)).toEqual([expect.stringContaining(id)])

    await page.goto(`${gallery}&kind=image`)
    await images.nth(0).click()
    await images.nth(1).click({ modifiers: ['Control'] })
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: named(text.evaluate) })
      .click()
    await expect(page.getByRole('dialog').getByText(text.selected)).toBeVisible()
    await evaluateBy(page, text, text.objects(name))
    expect(await latestEvaluation(seeded)).toMatchObject({ images: 2, scored: 2 })
    // Individually picked files must be picked again; a folder takes one press.
    await expect(page.getByRole('heading', { name: text.lowest })).toBeVisible()
    await expect(page.getByRole('button', { name: named(text.again) })).toHaveCount(0)
    const earlier = seeded.content.evaluation
    await page.goto(`/space/list/file/${spaceId}/evaluations/${earlier.id}`)
    await expect(page.getByText(text.subject)).toBeVisible()
    const { generation } = seeded.content
    await page.goto(`/space/list/file/${generation.spaceId}/generations/${generation.id}`)
    await expect(page.locator('dl').getByRole('link', { name: text.statistics }).first()).toBeVisible()
    await page.goto(`/space/list/file/${spaceId}/evaluations/${earlier.id}`)
    await page.getByRole('button', { name: named(text.again) }).click()
    await expect(page.getByRole('dialog').getByText(text.statistics)).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: named(text.evaluate) })
      .click()
    await expect(page).not.toHaveURL(new RegExp(earlier.id))
    await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible()
    const { images: count, folder, models } = earlier
    expect(await latestEvaluation(seeded)).toMatchObject({ images: count, folder, models, reused: count })

    await page.goto(`${gallery}&sort=-score`)
    const [best] = await list({ sort: '-score', limit: 1 })
    const highest = best?.score ?? 0
    await expect(images.first().getByText(text.score(highest.toFixed(1)), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: text.filters }).click()
    await page.getByRole('spinbutton', { name: text.atLeast }).fill(`${highest}`)
    await expect(images).toHaveCount((await list({ minimumScore: highest })).length)
  })
})
