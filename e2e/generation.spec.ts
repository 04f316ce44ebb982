import type { Locator, Page } from '@playwright/test'
import { generationEndpoints, type Generation } from '../contract/src/generations.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import type { Language } from '../contract/src/kernel/text.ts'
import { createClient } from './support/server/client.ts'
import { eachOnce } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    generations: 'Generations',
    generate: 'Generate',
    name: 'Name',
    width: 'Image width',
    height: 'Image height',
    count: 'Number of images',
    createWorkflow: 'Create workflow',
    inDevelopment: 'Function development in progress',
    cancel: 'Cancel',
    add: 'Add item',
    cell: (number: number, field: string) => `Item ${number}: ${field}`,
    scene: 'Scene',
    floor: 'Floor',
    dirt: 'Dirt',
    dirtCount: 'Number of dirt',
    any: 'Any',
    none: 'None',
    wood: 'Wood',
    emptyItems: 'Empty items exist',
    multiples: 'Width and height must be multiples of 16',
    range: 'Min value cannot exceed max value',
    score: 'Score condition',
    scoreModel: 'Score model name',
    scoreMinimum: 'Score min',
    scoreMaximum: 'Score max',
    combine: 'Combinations',
    tile: 'Tile',
    marble: 'Marble',
    cat: 'Cat',
    dog: 'Dog',
    makesFour: 'This makes 4 items.',
    addFour: 'Add 4 items',
    paste: 'Paste a table',
    table: 'Table',
    readsTwo: '2 items are read.',
    problem: 'Line 4: “many” is no number for Number of dirt',
    pasteAdd: 'Add to the items',
    items: (count: number) => `${count} items`,
    all: (count: number) => `All ${count}`,
    lineage: 'How it was generated',
    zoomIn: 'Zoom in',
    notKnown: 'time not known yet · about',
    tookOnce: 'As 1 earlier generation with this workflow took.',
    success: 'Success',
    actions: (name: string) => `Actions on ${name}`,
    edit: 'Edit and run',
    like: (name: string) => `Workflow config, as of ${name}`,
    stop: 'Stop',
    stopTitle: (name: string) => `Stop the generation ${name}?`,
    stopFailed: 'Failed to stop generation',
    stopped: 'Stopped',
    savePreset: 'Save as preset',
    save: 'Save',
    saved: 'Preset saved',
    preset: 'Preset',
    failed: 'Failed to create generation task',
    delete: 'Delete',
    close: 'Close',
    deleteImages: /Move its 12 files to the trash too/,
    generating: /^(Queuing|Generating|Calculating) \(1\)$/,
  },
  'zh-CN': {
    generations: '数据生成',
    generate: '生成',
    name: '名称',
    width: '图片宽度',
    height: '图片高度',
    count: '图片数量',
    createWorkflow: '新建工作流',
    inDevelopment: '功能开发中',
    cancel: '取消',
    add: '添加场景项',
    cell: (number: number, field: string) => `第 ${number} 项：${field}`,
    scene: '场景',
    floor: '地面',
    dirt: '污渍',
    dirtCount: '污渍数量',
    any: '任意',
    none: '无',
    wood: '木地板',
    emptyItems: '存在空的配置项',
    multiples: '宽度和高度必须是 16 的倍数',
    range: '最小值不能大于最大值',
    score: '评分条件',
    scoreModel: '评分模型名称',
    scoreMinimum: '评分最小值',
    scoreMaximum: '评分最大值',
    combine: '组合',
    tile: '瓷砖',
    marble: '大理石',
    cat: '猫',
    dog: '狗',
    makesFour: '将生成 4 项。',
    addFour: '添加 4 项',
    paste: '粘贴表格',
    table: '表格',
    readsTwo: '已读取 2 项。',
    problem: '第 4 行：“many”不是有效的污渍数量',
    pasteAdd: '追加到场景项',
    items: (count: number) => `${count} 个场景项`,
    all: (count: number) => `全部 ${count}`,
    lineage: '生成来源',
    zoomIn: '放大',
    notKnown: '时间未知 · 约',
    tookOnce: '依据此工作流的 1 次历史生成。',
    success: '成功',
    actions: (name: string) => `${name} 的操作`,
    edit: '修改后运行',
    like: (name: string) => `工作流配置（参照 ${name}）`,
    stop: '停止',
    stopTitle: (name: string) => `停止生成任务 ${name}？`,
    stopFailed: '停止生成失败',
    stopped: '已停止',
    savePreset: '保存为预设',
    save: '保存',
    saved: '预设已保存',
    preset: '预设',
    failed: '创建生成任务失败',
    delete: '删除',
    close: '关闭',
    deleteImages: /同时将其 12 个文件移入回收站/,
    generating: /^(排队中|生成中|计算中)（1）$/,
  },
} as const satisfies Record<Language, object>

type Words = (typeof words)[Language]

/** A button by its words: between two Chinese characters there may be a space. */
const named = (text: string) => new RegExp(`^${Array.from(text).join(' ?')}$`)

for (const look of eachOnce) {
  test(`R2.29 R2.30 R3.09 R4.06 R4.07 R5.06 R5.07 R5.08 images are generated from a config, watched, told apart and run again (${look.lang})`, async ({
    page,
    server,
  }) => {
    const text = words[look.lang]
    const call = createClient(server)
    const space = await call(spaceEndpoints.createSpace, { body: { name: 'floors', path: 'floors' } })
    await prefer(page, look)
    await enter(page, server)
    await page.goto(`/space/list/file/${space.id}`)
    await page.getByRole('link', { name: text.generations }).click()
    await page
      .getByRole('button', { name: named(text.generate) })
      .first()
      .click()
    const form = page.getByRole('dialog').first()

    // Of this server nobody knows how quick it is yet.
    await expect(form.getByText(text.notKnown)).toBeVisible()
    await writeConfig(page, form, text)
    await form.getByRole('button', { name: named(text.generate) }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'two floors' })).toBeVisible()
    await expect(page.getByText(text.all(12))).toBeVisible()
    await expect(page.locator('h1 + *').getByText(text.success)).toBeVisible()
    await expect(page.getByRole('option')).toHaveCount(12)
    await page.getByRole('option').first().click()
    const preview = page.getByRole('dialog')
    await expect(preview.getByRole('heading', { name: text.lineage })).toBeVisible()
    await expect(preview.locator('dd').filter({ hasText: 'floor' }).first()).toBeVisible()
    const scale = () => preview.locator('[data-scale]').getAttribute('data-scale').then(Number)
    // 128 pixels are not blown up to the height of the window.
    await expect(preview.getByText('300 %')).toBeVisible()
    await preview.getByRole('button', { name: text.zoomIn }).click()
    await expect(preview.getByText('420 %')).toBeVisible()
    await page.keyboard.press('-')
    await page.keyboard.press('-')
    expect(await scale()).toBeLessThan(3)
    await page.keyboard.press('0')
    await expect(preview.getByText('300 %')).toBeVisible()
    await preview.getByRole('button', { name: text.close }).click()

    await choose(page, text.actions('two floors'), text.savePreset)
    const presetDialog = page.getByRole('dialog', { name: text.savePreset })
    await presetDialog.getByRole('button', { name: named(text.save) }).click()
    await expect(page.getByText(text.saved)).toBeVisible()

    await choose(page, text.actions('two floors'), text.edit)
    const again = page.getByRole('dialog', { name: text.like('two floors') })
    await expect(again.getByLabel(text.count)).toHaveValue('12')
    await expect(again.getByText(text.tookOnce)).toBeVisible()
    await expect(again.getByText(text.items(8))).toBeVisible()
    await again.getByLabel(text.count).fill('5000')
    await again.getByRole('combobox', { name: text.preset }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'two floors' }).click()
    await expect(again.getByLabel(text.count)).toHaveValue('12')
    const dirtCount = again.getByLabel(text.cell(1, text.dirtCount), { exact: true })
    await dirtCount.fill('2')
    await again.getByRole('textbox', { name: text.name }).fill('very many')
    await again.getByLabel(text.count).fill('5000')
    await expect(dirtCount).toHaveValue('2')
    await again.getByRole('button', { name: named(text.generate) }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'very many' })).toBeVisible()
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.locator('header').getByRole('link', { name: text.generations }).click()
    await expect(page.getByRole('button', { name: text.generating })).toBeVisible()
    await stopIt(page, text)
    await expect(page.getByRole('row').filter({ hasText: 'very many' })).toContainText(text.stopped)
    await expect(page.getByRole('button', { name: named(text.generate) }).first()).toBeVisible()

    await choose(page, text.actions('two floors'), text.delete)
    const question = page.getByRole('dialog')
    await question.getByLabel(text.deleteImages).check()
    await question.getByRole('button', { name: named(text.delete) }).click()
    await expect(page.getByRole('row').filter({ hasText: 'two floors' })).toHaveCount(0)
    const params = { spaceId: space.id }
    const { items } = await call(generationEndpoints.listGenerations, { params, query: {} })
    expect(items.map(({ config, status }: Generation) => [config.name, status])).toEqual([['very many', 'stopped']])
  })
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Eight items from the form, a combination and a table, with everything that does not fit on the way. */
async function writeConfig(page: Page, form: Locator, text: Words): Promise<void> {
  const generate = form.getByRole('button', { name: named(text.generate) })
  await form.getByRole('textbox', { name: text.name }).fill('two floors')
  await form.getByRole('button', { name: text.createWorkflow }).click()
  await expect(page.getByText(text.inDevelopment)).toBeVisible()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: named(text.cancel) })
    .click()
  await form.getByLabel(text.width).fill('100')
  await form.getByLabel(text.height).fill('128')
  await form.getByLabel(text.count).fill('12')
  await form.getByRole('button', { name: text.add }).click()
  const take = async (field: string, word: string) => {
    await form.getByRole('combobox', { name: text.cell(2, field), exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(word, { exact: true }).click()
  }
  // What is not there has no number.
  await expect(form.getByLabel(text.cell(2, text.dirtCount), { exact: true })).toBeVisible()
  for (const [field, word] of [
    [text.scene, text.any],
    [text.floor, text.any],
    [text.dirt, text.none],
  ] as const)
    await take(field, word)
  await expect(form.getByLabel(text.cell(2, text.dirtCount), { exact: true })).toHaveCount(0)
  await form.getByLabel(text.score).check()
  await form.getByRole('combobox', { name: text.scoreModel }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await form.getByLabel(text.scoreMinimum).fill('60')
  await form.getByLabel(text.scoreMaximum).fill('50')
  await generate.click()
  for (const problem of [text.multiples, text.emptyItems, text.range]) {
    await expect(form.getByText(problem).first()).toBeVisible()
  }
  await form.getByLabel(text.score).uncheck()
  // The size that is taken is told from the others.
  const square = form.getByRole('button', { name: '768 × 768' })
  await square.press('Enter')
  await expect(square).toHaveAttribute('aria-pressed', 'true')
  await expect(form.getByLabel(text.height)).toHaveValue('768')
  await form.getByLabel(text.height).fill('128')
  await expect(square).toHaveAttribute('aria-pressed', 'false')
  await form.getByLabel(text.width).fill('128')
  await take(text.floor, text.wood)

  await form.getByRole('button', { name: named(text.combine) }).click()
  const combinations = page.getByRole('dialog').last()
  for (const word of [text.tile, text.marble, text.cat, text.dog]) await combinations.getByLabel(word).check()
  await expect(combinations.getByText(text.makesFour)).toBeVisible()
  await combinations.getByRole('button', { name: text.addFour }).click()
  await expect(form.getByText(text.items(6))).toBeVisible()

  await form.getByRole('button', { name: text.paste }).click()
  const table = page.getByRole('dialog').last()
  await table
    .getByLabel(text.table)
    .fill('scene\tdirt\tdirtCount\nkitchen\tspill\t1\nworkshop\tdust\t2\nhallway\tmud\tmany')
  await expect(table.getByText(text.readsTwo)).toBeVisible()
  await expect(table.getByText(text.problem)).toBeVisible()
  await table.getByRole('button', { name: text.pasteAdd }).click()
  await expect(form.getByText(text.items(8))).toBeVisible()

  // A reload loses nothing.
  await page.reload()
  await expect(form.getByText(text.items(8))).toBeVisible()
  await expect(form.getByRole('textbox', { name: text.name })).toHaveValue('two floors')
  await page.route(/\/spaces\/[^/]+\/generations$/, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'x', requestId: 'r-1', data: { error: 'internal' } } }),
  )
  await generate.click()
  await expect(form.getByRole('alert').filter({ hasText: text.failed })).toBeVisible()
  await page.unroute(/\/spaces\/[^/]+\/generations$/)
}

/** R4.07, R8.08: after a question; where it fails, that is said and the generation goes on. */
async function stopIt(page: Page, text: Words): Promise<void> {
  const stopping = /\/generations\/[^/]+\/stop$/
  await page.route(stopping, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'x', requestId: 'r-1', data: { error: 'internal' } } }),
  )
  await choose(page, text.actions('very many'), text.stop)
  const question = page.getByRole('dialog', { name: text.stopTitle('very many') })
  await question.getByRole('button', { name: named(text.stop) }).click()
  await expect(question.getByRole('alert')).toContainText(text.stopFailed)
  await page.unroute(stopping)
  await question.getByRole('button', { name: named(text.stop) }).click()
  await expect(question).toBeHidden()
}
