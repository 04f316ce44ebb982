import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { captionEndpoints } from '../contract/src/fine-tunings/captions.ts'
import { space } from './support/content/files.ts'
import { choose } from './support/content/labeled.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    title: 'Fine-tuning tasks',
    create: 'Create fine-tuning task',
    loraName: 'LoRA name',
    triggerWords: 'Trigger words',
    taskName: 'Task name',
    found: '6 pictures found, 1 captioned',
    missing: '5 pictures have no caption',
    estimate: /^Estimated time(About |No estimate yet)/,
    starter: 'The starter engine learns floor materials',
    captions: 'Captions',
    caption: 'Caption of floor-0.png',
    changes: 'Changes of all captions',
    captioned: 'Captioned1 / 6',
    service: 'Caption by AI',
    noService: 'Chat services',
  },
  'zh-CN': {
    title: '微调任务',
    create: '新建微调任务',
    loraName: 'LoRA 名称',
    triggerWords: '触发词',
    taskName: '任务名称',
    found: '找到 6 张图片，1 张有描述',
    missing: '5 张图片没有描述',
    starter: '入门引擎学习地面材质',
    estimate: /^预计用时(约|暂无)/,
    captions: '图片描述',
    caption: 'floor-0.png 的描述',
    changes: '批量修改描述',
    captioned: '已描述1 / 6',
    service: 'AI 描述',
    noService: '对话服务',
  },
} as const

/** A speckled floor that no other seed gives. */
async function speckles(seed: number): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: 64 * 64 * 3 }, (_, at) => 90 + ((at * 7_919 + seed * 104_729) % 80))
  return sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer()
}

test('R1.06 R2.07 R2.32 R3.11 pictures become a LoRA: asked for in a form, watched, and found in the repository', async ({
  browser,
  server,
}) => {
  const pictures = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => ({ path: `floor-${at}.png`, content: await speckles(at) })),
  )
  const { id, call } = await space(server, [...pictures, { path: 'floor-0.txt', content: Buffer.from('cork') }])
  await inEachLanguage(
    browser,
    server,
    async (page, { lang }) => {
      const say = words[lang]
      await page.goto(`/fineTuning/captions?space=${id}`)
      await expect(page.getByRole('heading', { level: 1, name: say.captions })).toBeVisible()
      await expect(page.getByLabel(say.caption)).toHaveValue('cork')
      await expect(page.getByRole('main')).toContainText(say.captioned)
      await expect(page.getByRole('region', { name: say.changes })).toBeHidden()
      const picture = page.getByRole('main').locator('img').first()
      expect((await picture.boundingBox())?.y).toBeLessThan(220)
      await page.getByRole('button', { name: say.service }).click()
      await expect(page.getByRole('dialog').getByText(say.noService, { exact: true })).toBeVisible()
      await page.keyboard.press('Escape')

      await page.goto('/fineTuning')
      await expect(page).toHaveURL(/\/fineTuning\/tasks/)
      await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeVisible()
      await page.getByRole('button', { name: say.create }).first().click()
      const form = page.getByRole('dialog')
      await expect(form.getByText(say.starter)).toBeVisible()
      // The only data space is preselected, and all names follow from it. Pictures without captions are mentioned without warning.
      await expect(form.getByText(say.found)).toHaveAttribute('data-level', 'good')
      await expect(form.getByLabel(say.loraName)).toHaveValue('line')
      await expect(form.getByLabel(say.triggerWords)).toHaveValue('line')
      await expect(form.getByLabel(say.taskName)).toHaveValue(/^lora-line-\d{4}-\d{4}$/)
      await expect(form.getByText(say.missing)).toBeVisible()
      const estimate = form.locator('.ant-form-item').filter({ hasText: say.estimate })
      await estimate.scrollIntoViewIfNeeded()
      await expect(estimate).toBeInViewport({ ratio: 1 })
      if (lang === 'en-US') await fineTune(page)
    },
    'en-US',
  )

  const captions = { params: { spaceId: id }, query: {} }
  const caption = async () => (await call(captionEndpoints.listCaptions, captions)).items[0]?.caption
  expect(await caption()).toBe('oak, matt')
})

/** From the form that is open, in English. */
async function fineTune(page: Page): Promise<void> {
  const form = page.getByRole('dialog')
  await form.getByLabel('LoRA name').fill('cork_yard')
  await expect(form.getByLabel('Trigger words')).toHaveValue('cork yard')
  await expect(form.getByLabel('Task name')).toHaveValue(/^lora-cork-yard-\d{4}-\d{4}$/)
  await form.getByRole('button', { name: 'Pick single pictures' }).click()
  const picker = page.getByRole('dialog', { name: 'Pictures to learn from' })
  await picker.getByRole('checkbox').first().check()
  await picker.getByRole('button', { name: 'Done' }).click()
  await expect(form.getByText('1 picture found, 1 captioned')).toBeVisible()
  await form.getByRole('button', { name: 'Take all' }).click()
  await expect(form.getByText('6 pictures found, 1 captioned')).toBeVisible()
  await choose(page, 'Preset', 'quick look')
  await form.locator('summary', { hasText: 'Settings' }).click()
  await form.getByLabel('Steps', { exact: true }).fill('4')
  await form.getByLabel('Steps between samples').fill('2')
  await form.getByLabel('Samples each time').fill('1')
  await page.getByRole('button', { name: 'Start fine-tuning' }).click()

  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  const task = new URL(page.url()).pathname
  const samples = page.getByRole('region', { name: 'Samples over the steps' })
  await expect(samples.getByRole('img')).toHaveCount(2)
  await expect(page.locator('#sidebar nav [aria-current=page]')).toHaveText(['Fine Tuning'])
  await page.getByRole('link', { name: 'Open in the model repository' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'cork_yard' })).toBeVisible()
  await expect(page.getByRole('definition').getByText('Floor materials (starter engine)')).toBeVisible()
  await expect(samples.getByRole('img')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Copy · Checksum' })).toBeVisible()
  await expect(page.getByRole('definition').getByText(/ at the last step, lowest [\d.]+ at step \d$/)).toBeVisible()
  // It links to a generation form with the LoRA selected; images go to the only data space.
  await page.getByRole('button', { name: 'Generate with it' }).click()
  await expect(page).toHaveURL(/\/generations\?.*lora=cork_yard/)
  await expect(form.getByRole('group', { name: 'LoRA' })).toContainText('cork_yard')
  await page.goto('/model/list')
  const listed = page.getByRole('row', { name: /cork_yard/ })
  await expect(listed).toContainText('LoRA model')
  await expect(listed).toContainText('admin')
  // It has no metric, and none is shown as unknown.
  await expect(listed.locator('[data-label="Main measure"]')).toBeEmpty()
  await page.goto('/model/list?type=lora-model')
  // Its cover is the last sample.
  const card = page.getByRole('article', { name: 'cork_yard' })
  await expect(card).toContainText(/rank \d+ · 4 steps/)
  await expect(card.locator('img')).toHaveAttribute('src', /\/samples\/4\/0\/thumbnail$/)
  await bringAgain(page, task)

  await page.goto('/fineTuning/tasks')
  const row = page.getByRole('row', { name: /cork_yard/ })
  for (const cell of ['Success', 'line', 'vermilion/starter-materials']) await expect(row).toContainText(cell)
  await expectSampleAndResult(page, row)
  await page.getByRole('button', { name: 'Create fine-tuning task' }).first().click()
  await form.getByLabel('LoRA name').fill('cork_yard')
  await choose(page, 'Data space', 'line')
  await form.getByText('There is a LoRA named cork_yard already').waitFor()
  await form.getByRole('link', { name: 'Edit captions' }).click()

  const caption = page.getByLabel('Caption of floor-0.png')
  await caption.fill('cork, matt')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Bulk edit' }).click()
  await page.getByLabel('Find').fill('cork')
  await saved
  await page.getByLabel('Replace with').fill('oak')
  await page.getByRole('button', { name: 'Replace all' }).click()
  const question = page.getByRole('dialog', { name: 'Change captions?' })
  await expect(question).toContainText('up to 6 pictures')
  await question.getByRole('button', { name: 'Replace all' }).click()
  await expect(caption).toHaveValue('oak, matt')
  await page.getByLabel('Caption of floor-1.png').fill('slate')
  await caption.focus()
  await expect(page.getByRole('main')).toContainText('Captioned2 / 6')
  await filterCaptions(page)
  // An empty text is no caption.
  await page.getByLabel('Caption of floor-1.png').fill('')
  await caption.focus()
  await expect(page.getByRole('main')).toContainText('Captioned1 / 6')
}

/** Filters by caption; an edited row stays in place until the filter changes. */
async function filterCaptions(page: Page): Promise<void> {
  const fields = page.getByRole('main').getByRole('textbox', { name: /^Caption of / })
  await page.getByText('Without caption', { exact: true }).click()
  await expect(page).toHaveURL(/captioned=false/)
  await expect(fields).toHaveCount(4)
  const third = page.getByLabel('Caption of floor-2.png')
  await third.fill('marble')
  await page.getByLabel('Caption of floor-3.png').focus()
  await expect(page.getByRole('main')).toContainText('Captioned3 / 6')
  await expect(page.getByText('Showing 1-3 of 3')).toBeVisible()
  await expect(fields).toHaveCount(4)
  await expect(third).toHaveValue('marble')
  await third.fill('')
  await page.getByLabel('Caption of floor-3.png').focus()
  await expect(page.getByRole('main')).toContainText('Captioned2 / 6')
  await page.reload()
  await expect(fields).toHaveCount(4)
  await page.getByText('With caption', { exact: true }).click()
  await expect(fields).toHaveCount(2)

  // When counting fails, the page says so and retries.
  const counts = '**/captions/count*'
  await page.route(counts, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'x', requestId: 'r-1', data: { error: 'internal' } } }),
  )
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'The captions could not be counted' })).toBeVisible()
  await expect(fields).toHaveCount(2)
  const again = page.waitForRequest(counts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  await page.unroute(counts)
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Captioned2 / 6')
  await page.getByText('All', { exact: true }).click()
  await expect(fields).toHaveCount(6)
}

/** The row starts with the last sample, and on a phone includes the result. */
async function expectSampleAndResult(page: Page, row: Locator): Promise<void> {
  const picture = row.locator('img').first()
  await expect(picture).toHaveAttribute('src', /files\/thumbnail\?path=samples%2Fstep-0*4-0\.png/)
  await expect(picture).toHaveAttribute('loading', 'lazy')
  const isPainted = (image: Element) => image instanceof HTMLImageElement && image.naturalWidth > 0
  await expect.poll(() => picture.evaluate(isPainted)).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row.getByRole('cell').filter({ hasText: /\dbest loss/ })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** A file in the task's results links to its model; importing again from the list creates another model. */
async function bringAgain(page: Page, task: string): Promise<void> {
  await page.goto(`${task}?tab=result`)
  await expect(page.getByRole('link', { name: 'Open the model' })).toHaveAttribute('href', /\/model\/list\/model\//)

  await page.goto('/model/list?add=true')
  const form = page.getByRole('dialog')
  await page.getByRole('radio', { name: 'Task output' }).check()
  await choose(page, 'Task', 'lora-cork-yard')
  await choose(page, 'Model file', 'cork_yard.safetensors')
  await expect(form.getByText('Floor materials (starter engine)')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('add-of-task.png') })
  await form.getByLabel('Name', { exact: true }).fill('cork_again')
  await form.getByRole('button', { name: 'Add model' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'cork_again' })).toBeVisible()
  await page.getByRole('tab', { name: 'Lineage' }).click()
  await expect(page.getByRole('link', { name: /^lora-cork-yard/ }).first()).toBeVisible()
}
