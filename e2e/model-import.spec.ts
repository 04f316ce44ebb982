import { foreignDetector } from '../server/src/areas/models/testing/onnx.ts'
import { space } from './support/content/files.ts'
import { choose } from './support/content/labeled.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    add: 'Add model',
    space: 'Data space',
    file: 'Model file',
    name: 'Name',
    labels: 'Labels',
    missing: 'type their names',
    elsewhere: 'Brought from elsewhere',
  },
  'zh-CN': {
    add: '添加模型',
    space: '数据空间',
    file: '模型文件',
    name: '名称',
    labels: '标签',
    missing: '填写',
    elsewhere: '外部导入',
  },
} as const

test('R2.33 R3.12 a detector from elsewhere is looked at, named and added, in both languages', async ({
  browser,
  server,
}) => {
  await space(server, [
    { path: 'best.onnx', content: foreignDetector('v8') },
    { path: 'nameless.onnx', content: foreignDetector('v5', { metadata: {} }) },
  ])
  await inEachLanguage(browser, server, async (page, { lang }) => {
    const say = words[lang]
    const name = `yard-${lang.toLowerCase()}`
    await page.goto('/model/list')
    await page.getByRole('button', { name: say.add }).first().click()

    const form = page.getByRole('dialog')
    await choose(page, say.space, 'line')
    await choose(page, say.file, 'nameless.onnx')
    await expect(form.getByText(say.missing)).toBeVisible()
    await form.getByLabel(say.labels).fill('dirt')
    await expect(form.getByText('16 × 16')).toBeVisible()
    await form.getByLabel(say.labels).fill('')
    await choose(page, say.file, 'best.onnx')
    await expect(form.getByText('Ultralytics', { exact: true })).toBeVisible()
    await expect(form.getByText('red', { exact: true })).toBeVisible()
    await form.getByLabel(say.name, { exact: true }).fill(name)
    await page.keyboard.press('Enter')

    const drawer = page.getByRole('dialog', { name })
    await expect(drawer.getByText(say.elsewhere)).toBeVisible()
    await expect(drawer.getByText('ultralytics 8.4.2')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(say.elsewhere)
  })
})
