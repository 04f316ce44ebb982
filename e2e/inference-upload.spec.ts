import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storyLanguages } from './support/screen/looks.ts'
import { renderSample } from './support/content/samples.ts'
import { choose } from './support/content/labeled.ts'
import { enter, prefer } from './support/screen/screen.ts'
import type { Page, Route } from '@playwright/test'
import { expect, test } from './support/seeded.ts'

test('R2.23 a model runs on images of this machine, and on those alone', async ({ page, seeded }) => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-upload-'))
  const { files } = await renderSample(folder, { count: 3, seed: 5 })
  await prefer(page)
  await enter(page, seeded)
  await page.goto('/model/list')
  await page.getByRole('button', { name: 'Run inference' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Task name').fill('dropped-check')
  await choose(page, 'Images', 'Upload')
  await form.getByRole('button', { name: 'Start inference' }).click()
  await expect(form.getByText('Please choose images')).toBeVisible()
  await form.locator('input[type=file]').setInputFiles([...files])
  await expect(form.getByText('3 files uploaded')).toBeVisible()
  await form.getByRole('button', { name: 'Start inference' }).click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Images', { exact: true }).first().locator('xpath=..')).toContainText('3')
  await rm(folder, { recursive: true, force: true })
})

test('R2.23 R2.28 a form whose upload a reload cut off does not start on a part of the images', async ({
  page,
  seeded,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-upload-'))
  const [first = '', ...rest] = (await renderSample(folder, { count: 3, seed: 6 })).files
  await enter(page, seeded)
  await page.goto('/model/list')
  await page.getByRole('button', { name: 'Run inference' }).first().click()
  const form = page.getByRole('dialog')
  const start = form.getByRole('button', { name: 'Start inference' })
  await form.getByLabel('Task name').fill('cut-off-check')
  await choose(page, 'Images', 'Upload')
  await form.locator('input[type=file]').first().setInputFiles([first])
  await expect(form.getByText('1 file uploaded')).toBeVisible()
  await expect(form.getByText(/They stay in the data space "uploads", in \d{8}-/)).toBeVisible()
  // Blocks all further uploads.
  await page.route('**/api/v1/upload-packs', () => undefined)
  await form.locator('input[type=file]').first().setInputFiles(rest)
  await expect(form.getByText('2 still on their way')).toBeVisible()
  await page.reload()
  await expect(form.getByText(/^2 of 2 files are left/)).toBeVisible()
  await start.click()
  await expect(form.getByText(/2 files have not arrived/)).toBeVisible()
  await page.unroute('**/api/v1/upload-packs')
  await form.getByLabel('Choose the files again to go on').setInputFiles(rest)
  await expect(form.getByText('3 files uploaded')).toBeVisible()
  await start.click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText('Images', { exact: true }).first().locator('xpath=..')).toContainText('3')
  await rm(folder, { recursive: true, force: true })
})

const refuse = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 500, message: 'x', requestId: 'r-1', data: { error: 'internal' } } })

const boardForms = {
  'en-US': {
    form: 'Run on a board',
    start: 'Start board inference',
    name: 'Task name',
    device: 'Device',
    devicesFailed: 'Failed to get device id',
    choice: 'Image selection',
    some: 'Selected images',
    all: 'All images',
    imagesFailed: 'Failed to get the file list',
    source: 'Data source',
    space: 'Data space',
    spacesFailed: 'Failed to get the data space list',
    createFailed: 'Failed to create board inference task',
  },
  'zh-CN': {
    form: '在板卡上运行',
    start: '开始板端推理',
    name: '任务名称',
    device: '设备',
    devicesFailed: '获取设备 ID 失败',
    choice: '图片选择',
    some: '选择图片',
    all: '全部图片',
    imagesFailed: '获取文件列表失败',
    source: '数据源',
    space: '数据空间',
    spacesFailed: '获取数据空间列表失败',
    createFailed: '创建板端推理任务失败',
  },
} as const

for (const lang of storyLanguages) {
  test(`R8.06 R8.07 the form of a board inference says what could not be had, and loses nothing where it fails (${lang})`, async ({
    page,
    seeded,
  }) => {
    const words = boardForms[lang]
    const { model, device } = seeded.content
    await prefer(page, { lang })
    await enter(page, seeded)
    const fail = async (address: RegExp, words: string, act: (of: Page) => Promise<unknown>) => {
      await page.route(address, refuse)
      await act(page)
      await expect(page.getByText(words).first()).toBeVisible()
      await page.unroute(address)
    }
    const address = `/model/list?model=${model.id}&board=true`
    await fail(/\/api\/v1\/devices\?/, words.devicesFailed, () => page.goto(address))
    await page.goto(address)
    const form = page.getByRole('dialog', { name: words.form })
    await form.getByLabel(words.name).fill('fails-once')
    await choose(page, words.device, device.name)
    await fail(/\/api\/v1\/datasets\/[^/]+\/items\?/, words.imagesFailed, () => choose(page, words.choice, words.some))
    await choose(page, words.choice, words.all)
    await fail(/\/api\/v1\/models\/[^/]+\/board-inferences/, words.createFailed, () =>
      form.getByRole('button', { name: words.start }).click(),
    )
    await expect(form.getByLabel(words.name)).toHaveValue('fails-once')
    await fail(/\/api\/v1\/spaces\?/, words.spacesFailed, async () => {
      await page.reload()
      await choose(page, words.source, words.space)
      await form.getByLabel(words.space).last().press('ArrowDown')
    })
  })
}
