import type { Locator, Page } from '@playwright/test'
import { generationEndpoints, type Generation } from '../contract/src/generations.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import type { Language } from '../contract/src/kernel/text.ts'
import { generationWords } from './support/content/generation-words.ts'
import { createClient } from './support/server/client.ts'
import { eachOnce } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

type Words = (typeof generationWords)[Language]

/** A button by its text: between two Chinese characters there may be a space. */
const named = (text: string) => new RegExp(`^${Array.from(text).join(' ?')}$`)

for (const look of eachOnce) {
  test(`R2.29 R2.30 R3.09 R4.06 R4.07 R5.06 R5.07 R5.08 images are generated from a config, watched, told apart and run again (${look.lang})`, async ({
    page,
    server,
  }) => {
    const text = generationWords[look.lang]
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

    // This server has no speed estimate yet.
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
    // 128 pixels are not enlarged to the window's height.
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

/** Eight items from the form, a combination and a table, with every validation error on the way. */
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
  // An empty object has no number.
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

/** R4.07, R8.08: asks first; a failure is reported and the generation continues. */
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
