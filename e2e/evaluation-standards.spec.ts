import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { type DataEvaluation, dataEvaluationEndpoints } from '../contract/src/data-evaluations.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { fill } from './support/content/fill.ts'
import { createModelServices } from './support/generation/scored-dataset.ts'
import { named } from './support/generation/words.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { type Call, createClient } from './support/server/client.ts'
import { startModels } from './support/server/models-service.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    manage: 'Manage standards',
    drawer: 'Evaluation standards',
    create: 'New standard',
    edit: (name: string) => `Edit ${name}`,
    createTitle: 'New evaluation standard',
    createAction: 'Create standard',
    name: 'Name',
    nameMissing: 'Please name the criterion, in one language at least',
    ownName: 'Name in English',
    ownWords: 'Low and high score, in English',
    weight: 'Weight',
    share: (share: string) => `${share} of the score`,
    criterion: (number: number) => `Criterion ${number}`,
    add: 'Add a criterion',
    up: (number: number) => `Move criterion ${number} up`,
    evaluate: 'Evaluate',
    models: 'Models',
    noCost: 'no service is asked, it costs nothing',
    costWaits: 'Told as soon as it is chosen which models score, and by what.',
    cost: '1 image · 1 call · about',
    version: (name: string, version: number) => `${name} · version ${version}`,
    versionOnly: (version: number) => `Version ${version}`,
    success: 'Success',
    save: (version: number) => `Save as version ${version}`,
    mineAs: (version: number) => `Save mine as version ${version}`,
    take: (version: number) => `Take version ${version}`,
    differs: 'Differs',
    conflict: 'Somebody else has changed this standard',
    gone: 'Somebody has deleted this standard',
    saveAsNew: 'Save as a new standard',
    actions: (name: string) => `Actions on ${name}`,
    remove: 'Delete',
    stays: 'Evaluations that used it keep its name, their version and their criteria.',
  },
  'zh-CN': {
    manage: '管理标准',
    drawer: '评估标准',
    create: '新建标准',
    edit: (name: string) => `编辑 ${name}`,
    createTitle: '新建评估标准',
    createAction: '创建标准',
    name: '名称',
    nameMissing: '请填写准则名称，至少一种语言',
    ownName: '中文名称',
    ownWords: '低分和高分的含义（中文）',
    weight: '权重',
    share: (share: string) => `占总分 ${share}`,
    criterion: (number: number) => `准则 ${number}`,
    add: '添加准则',
    up: (number: number) => `上移准则 ${number}`,
    evaluate: '评估',
    models: '模型',
    noCost: '不调用任何服务，无费用',
    costWaits: '选定评分模型和标准后显示。',
    cost: '1 张图片 · 1 次调用 · 约',
    version: (name: string, version: number) => `${name} · 第 ${version} 版`,
    versionOnly: (version: number) => `第 ${version} 版`,
    success: '成功',
    save: (version: number) => `保存为第 ${version} 版`,
    mineAs: (version: number) => `将我的内容保存为第 ${version} 版`,
    take: (version: number) => `采用第 ${version} 版`,
    differs: '不同',
    conflict: '该评估标准已被他人修改',
    gone: '该评估标准已被他人删除',
    saveAsNew: '保存为新标准',
    actions: (name: string) => `${name} 的操作`,
    remove: '删除',
    stays: '使用过它的评估保留其名称、所用版本和准则。',
  },
} as const
type Words = (typeof words)['en-US' | 'zh-CN']

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** Two criteria, the second with weight three, which is moved to the front by keyboard. */
async function createStandard(page: Page, text: Words, name: string): Promise<void> {
  await dialog(page, text.drawer).getByRole('button', { name: text.create }).click()
  const form = dialog(page, text.createTitle)
  await form.getByRole('button', { name: text.createAction }).click()
  await expect(form.getByText(text.nameMissing)).toBeVisible()
  await form.getByRole('textbox', { name: new RegExp(`^(\\* )?${text.name}$`) }).fill(name)
  await typeCriterion(form, text, 1, 'Sharpness')
  await form.getByRole('button', { name: text.add }).press('Enter')
  await page.keyboard.type('Contents')
  await typeCriterion(form, text, 2, 'Contents')
  await form
    .getByRole('group', { name: text.criterion(2) })
    .getByLabel(text.weight)
    .fill('3')
  await expect(form.getByRole('group', { name: text.criterion(2) })).toContainText(text.share('75.0 %'))
  await form.getByRole('button', { name: text.up(2) }).press('Enter')
  const first = form.getByRole('group', { name: text.criterion(1) })
  await expect(first).toContainText(text.share('75.0 %'))
  await expect(first.getByRole('button').nth(1)).toBeFocused()
  await form.getByRole('button', { name: text.createAction }).click()
  await expect(form).toBeHidden()
}

async function typeCriterion(form: Locator, text: Words, number: number, name: string): Promise<void> {
  const group = form.getByRole('group', { name: text.criterion(number) })
  await group.getByLabel(text.ownName).fill(name)
  await group.getByLabel(text.ownWords).fill('0 … 100')
}

async function standardNamed(call: Call, name: string) {
  const match = (await call(dataEvaluationEndpoints.listStandards, {})).find((standard) => standard.name === name)
  if (match === undefined) throw new Error(`there is no standard ${name}`)
  return match
}

async function latestEvaluation(call: Call, spaceId: string): Promise<DataEvaluation> {
  const { items } = await call(dataEvaluationEndpoints.listDataEvaluations, { params: { spaceId }, query: {} })
  return items[0]!
}

test('R9.03 R3.10 a standard is written, scored by, changed in versions by two people, and deleted; evaluations keep theirs', async ({
  browser,
  server,
}) => {
  const call = createClient(server)
  const models = await startModels({ reply: '', pauseAfter: 0 })
  await createModelServices(call, models.address)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'looks', path: 'looks' } })
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#204060' } })
  await fill(server, spaceId, [{ path: 'one.png', content: await image.png().toBuffer() }])

  await inEachLanguage(browser, server, async (page, { lang }) => {
    const text = words[lang]
    const name = `Own ${lang}`
    await page.goto(`/space/list/file/${spaceId}/evaluations?create=true`)
    const evaluation = page.getByRole('dialog').first()
    // The cost is shown unasked; without a model nothing is requested, and the form works on.
    await expect(evaluation.getByText(text.noCost)).toBeVisible()
    await evaluation.locator('.ant-select-selection-item-remove').click()
    await expect(evaluation.getByText(text.costWaits)).toBeVisible()
    await evaluation.getByRole('combobox', { name: text.models }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'judge (judge)' }).click()
    await page.keyboard.press('Escape')
    await expect(evaluation.getByText(text.cost)).toBeVisible()

    // From the form of an evaluation: what is made there is chosen in it.
    await evaluation.getByRole('button', { name: text.manage }).click()
    await expect(dialog(page, text.drawer).getByRole('row')).toHaveCount(1 + 3)
    await createStandard(page, text, name)
    await page.keyboard.press('Escape')
    await expect(dialog(page, text.drawer)).toBeHidden()
    await expect(evaluation.getByText(text.version(name, 1))).toBeVisible()
    await evaluation.getByRole('button', { name: named(text.evaluate) }).click()
    await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible()
    const { standard, scored } = await latestEvaluation(call, spaceId)
    expect(scored).toBe(1)
    expect(standard?.criteria.map(({ key, weight }) => [key, weight])).toEqual([
      ['contents', 3],
      ['sharpness', 1],
    ])

    // From the list of evaluations.
    await page.goto(`/space/list/file/${spaceId}/evaluations`)
    await page.getByRole('button', { name: text.manage }).click()
    const list = dialog(page, text.drawer)
    const row = list.getByRole('row').filter({ hasText: name })
    await row.getByRole('button', { name, exact: true }).click()
    const form = dialog(page, text.edit(name))
    await form
      .getByRole('group', { name: text.criterion(2) })
      .getByLabel(text.weight)
      .fill('2')
    await form.getByRole('button', { name: text.save(2) }).click()
    await expect(form).toBeHidden()
    await expect(row.getByRole('cell').nth(2)).toHaveText('2')

    // Somebody else saves while the form is open: nothing is overwritten unseen.
    await row.getByRole('button', { name, exact: true }).click()
    await form
      .getByRole('group', { name: text.criterion(1) })
      .getByLabel(text.ownName)
      .fill('Mine')
    const { id, description, criteria } = await standardNamed(call, name)
    const theirs = { name, description, criteria: criteria.slice(1), baseVersion: 2 }
    await call(dataEvaluationEndpoints.replaceStandard, { params: { standardId: id }, body: theirs })
    // After a reload the form keeps the version it was opened with.
    await page.reload()
    await form.getByRole('button', { name: text.save(3) }).click()
    const conflict = dialog(page, text.conflict)
    await expect(conflict.getByRole('region', { name: text.versionOnly(3) }).getByRole('listitem')).toHaveCount(1)
    await expect(conflict.getByText(text.differs, { exact: true })).toHaveCount(1)
    await expect(conflict.getByRole('button', { name: text.mineAs(4) })).toBeVisible()
    expect((await standardNamed(call, name)).version).toBe(3)
    await conflict.getByRole('button', { name: text.take(3) }).click()
    await expect(form.getByRole('button', { name: text.save(4) })).toBeVisible()
    await expect(form.getByRole('group')).toHaveCount(1)

    // Somebody deletes it while the form is open: what was typed is not lost.
    await form.getByRole('group').getByLabel(text.weight).fill('5')
    await call(dataEvaluationEndpoints.deleteStandard, { params: { standardId: id } })
    await form.getByRole('button', { name: text.save(4) }).click()
    await dialog(page, text.gone).getByRole('button', { name: text.saveAsNew }).click()
    await expect(form).toBeHidden()
    expect(await standardNamed(call, name)).toMatchObject({ version: 1, criteria: [{ weight: 5 }] })

    await row.getByRole('button', { name: text.actions(name) }).click()
    await page.getByRole('menuitem', { name: text.remove }).click()
    const question = page.getByRole('dialog').filter({ hasText: text.stays })
    await question.getByRole('button', { name: named(text.remove) }).click()
    await expect(row).toHaveCount(0)
    await expect(question).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: text.version(name, 1) })).toBeVisible()
  })
  await models.stop()
})
