import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { foreignDetector } from '../server/src/areas/models/testing/onnx.ts'
import { space } from './support/content/files.ts'
import { choose } from './support/content/labeled.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    add: 'Add model',
    source: 'From',
    fromSpace: 'Data space',
    fromTask: 'Task output',
    task: 'Task',
    space: 'Data space',
    file: 'Model file',
    name: 'Name',
    labels: 'Labels',
    missing: 'type their names',
    elsewhere: 'Brought from elsewhere',
    twoFound: /2 predictions · [\d,]+ ms: dirt 1\.00, dirt 1\.00/,
    noneFound: /0 predictions/,
    channels: 'Channels',
    blueFirst: 'Blue first (BGR)',
    asRead: 'As read',
    resampling: 'Resampling',
    nearest: 'Nearest',
    one: '1 file uploaded',
    stored: 'LiteRT (TensorFlow Lite)',
    download: 'Model for download',
  },
  'zh-CN': {
    add: '添加模型',
    source: '来源',
    fromSpace: '数据空间',
    fromTask: '任务输出',
    task: '任务',
    space: '数据空间',
    file: '模型文件',
    name: '名称',
    labels: '标签',
    missing: '没有类别名称',
    elsewhere: '外部导入',
    twoFound: /2 个预测 · [\d,]+ ms: dirt 1\.00, dirt 1\.00/,
    noneFound: /0 个预测/,
    channels: '通道',
    blueFirst: '蓝色在前（BGR）',
    asRead: '恢复识别值',
    resampling: '重采样',
    nearest: '最近邻',
    one: '已上传 1 个文件',
    stored: 'LiteRT（TensorFlow Lite）',
    download: '仅供下载的模型',
  },
} as const

const content = { mimeType: 'application/octet-stream' }

test('R2.33 R3.12 R5.01 a model is dropped, tried on a picture, corrected, added and run, in both languages', async ({
  browser,
  server,
}) => {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#000' } })
    .composite([{ input: { create: { width: 32, height: 64, channels: 3, background: '#f00' } }, left: 0, top: 0 }])
    .png()
    .toBuffer()
  await space(server, [{ path: 'best.onnx', content: foreignDetector('v8') }])
  await inEachLanguage(
    browser,
    server,
    async (page, { lang, theme }) => {
      const say = words[lang]
      const name = `yard-${lang.toLowerCase()}`
      await page.goto('/model/list')
      await page.getByRole('button', { name: say.add }).first().click()
      const form = page.getByRole('dialog')

      // A file that a task left: none has run yet.
      const from = form.getByRole('group', { name: say.source })
      await from.getByRole('radio', { name: say.fromTask }).check()
      await expect(form.getByRole('combobox', { name: say.task })).toBeVisible()
      await expect(form.getByRole('combobox', { name: say.file })).toBeDisabled()

      // A file of a data space, looked at.
      await from.getByRole('radio', { name: say.fromSpace }).check()
      await choose(page, say.space, 'line')
      await choose(page, say.file, 'best.onnx')
      await expect(form.getByText('red', { exact: true })).toBeVisible()

      // Files of this machine: one that says no names, and a list of them.
      await from.getByRole('radio', { name: lang === 'en-US' ? 'My computer' : '我的电脑' }).check()
      const pick = form.locator('input[type=file][multiple]')
      await pick.setInputFiles([{ ...content, name: `${name}.onnx`, buffer: foreignDetector('v8', { metadata: {} }) }])
      await expect(form.getByText(say.one)).toBeVisible()
      await expect(form.getByText(say.missing)).toBeVisible()
      await form
        .locator('input[accept^=".txt"]')
        .setInputFiles([{ ...content, name: 'labels.txt', buffer: Buffer.from('dirt\n') }])
      await expect(form.getByText('Ultralytics', { exact: true })).toBeVisible()

      await form
        .locator('input[accept="image/*"]')
        .setInputFiles([{ name: 'yard.png', mimeType: 'image/png', buffer: picture }])
      await expect(form.getByText(say.twoFound)).toBeVisible()
      await choose(page, say.channels, say.blueFirst)
      await expect(form.getByText(say.noneFound)).toBeVisible()
      await form.getByRole('button', { name: say.asRead }).click()
      await expect(form.getByText(say.twoFound)).toBeVisible()
      await choose(page, say.resampling, say.nearest)
      await expect(form.getByText(say.twoFound)).toBeVisible()
      await page.screenshot({ path: test.info().outputPath(`add-${lang}-${theme}.png`) })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: test.info().outputPath(`add-narrow-${lang}-${theme}.png`) })
      await page.setViewportSize({ width: 1440, height: 900 })
      await form.getByLabel(say.name, { exact: true }).fill(name)
      await page.keyboard.press('Enter')

      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(page.getByText(say.elsewhere).first()).toBeVisible()
      if (lang === 'en-US') {
        await sayProduction(page, name)
        await runInference(page, picture)
      }

      // A model that cannot run here is stored, with a note where it runs.
      await page.goto('/model/list?add=true')
      await pick.setInputFiles([{ ...content, name: 'edge.tflite', buffer: Buffer.from('\u001c\0\0\0TFL3 model') }])
      await expect(form.getByText(say.stored)).toBeVisible()
      await form.getByLabel(say.name, { exact: true }).fill(`edge-${lang.toLowerCase()}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: `edge-${lang.toLowerCase()}` })).toBeVisible()
      await expect(page.getByText(say.stored)).toBeVisible()
      await page.goto('/model/list')
      await expect(page.getByRole('row', { name: new RegExp(`edge-${lang.toLowerCase()}`) })).toContainText(
        say.download,
      )
      await page.screenshot({ path: test.info().outputPath(`list-${lang}-${theme}.png`) })
    },
    'en-US',
  )
})

/** Edits the metadata of the open model, and finds it by them. */
async function sayProduction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions on ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: `Edit ${name}` })
  await form.getByRole('combobox', { name: 'Stage' }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Production' }).click()
  await form.getByLabel('Notes').fill('Runs on the arm.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Runs on the arm.')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('model.png') })
  await page.goto('/model/list?stage=production')
  await expect(page.getByText('Showing 1-1 of 1')).toBeVisible()
  await page.getByRole('link', { name, exact: true }).click()
}

async function runInference(page: Page, picture: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Run inference' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Task name').fill('look')
  await choose(page, 'Images', 'Upload')
  const image = { name: 'yard.png', mimeType: 'image/png', buffer: picture }
  await form.locator('input[type=file]').first().setInputFiles([image])
  await expect(form.getByText('1 file uploaded')).toBeVisible()
  await form.getByRole('button', { name: 'Start inference' }).click()
  await expect(page).toHaveURL(/\/compute\/taskdetail\//)
  await expect(page.getByText('Success', { exact: true }).first()).toBeVisible()
}
