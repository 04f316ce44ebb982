import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { accountEndpoints } from '../contract/src/accounts.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { modelEndpoints } from '../contract/src/models.ts'
import { foreignDetector } from '../server/src/areas/models/testing/onnx.ts'
import { space } from './support/content/files.ts'
import { choose } from './support/content/labeled.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { expect, test } from './support/story.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0

const words = {
  'en-US': {
    try: 'Try it',
    title: 'Playground: yard',
    choose: 'Choose a picture',
    two: '2 predictions',
    three: '3 predictions',
    threshold: 'Confidence',
    space: 'Data space',
    file: 'Picture of the data space',
    camera: 'Camera',
    noCamera: /camera/,
    close: 'Close',
    copy: 'Copy',
    code: 'Call it from a program',
    notHere: 'edge does not run here',
  },
  'zh-CN': {
    try: '试用',
    title: '试用：yard',
    choose: '选择图片',
    two: '2 个预测',
    three: '3 个预测',
    threshold: '置信度',
    space: '数据空间',
    file: '数据空间中的图片',
    camera: '相机',
    noCamera: /相机/,
    close: '关闭',
    copy: '复制',
    code: '在程序中调用',
    notHere: 'edge 不能在此运行',
  },
} as const

/** Left half red, a quarter of the right one slightly. */
const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#000' } })
  .composite([
    { input: { create: { width: 32, height: 64, channels: 3, background: '#f00' } }, left: 0, top: 0 },
    { input: { create: { width: 32, height: 32, channels: 3, background: '#1a0000' } }, left: 32, top: 0 },
  ])
  .png()

test('R3.12 R2.33 R5.02 a model from elsewhere is tried on its page and called by the line that it shows, in both languages', async ({
  browser,
  server,
}) => {
  const outputPath = (name: string) => test.info().outputPath(name)
  const bytes = await picture.toBuffer()
  const content = [
    { path: 'best.onnx', content: foreignDetector('v8') },
    { path: 'edge.tflite', content: Buffer.from('\u001c\0\0\0TFL3 model') },
    { path: 'yard.png', content: bytes },
  ]
  const { call, id: spaceId } = await space(server, content)
  const { items } = await call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  const add = (path: string, name: string) =>
    call(modelEndpoints.addModel, { body: { fileId: items.find((file) => file.path === path)?.id ?? '', name } })
  const [model, edge] = [await add('best.onnx', 'yard'), await add('edge.tflite', 'edge')]
  const body = { name: 'line', scope: 'read-only', expiresAt: null } as const
  const { secret } = await call(accountEndpoints.createAccessToken, { body })
  await writeFile(outputPath('picture.jpg'), bytes)

  await inEachLanguage(browser, server, async (page, { lang, theme }) => {
    const say = words[lang]
    await page.goto(`/model/list/model/${model.id}`)
    await page.getByRole('button', { name: say.try, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: say.title })).toBeVisible()

    await page.locator('input[type=file]').setInputFiles([{ name: 'yard.png', mimeType: 'image/png', buffer: bytes }])
    await expect(page.getByText(say.two)).toBeVisible()
    const predictions: string[] = []
    page.on('request', (request) => predictions.push(request.url()))
    await page.locator('input[type=range]').fill('0.05')
    await expect(page.getByText(say.three)).toBeVisible()
    expect(predictions.filter((url) => url.includes('/predict'))).toEqual([])
    await page.screenshot({ path: outputPath(`playground-${lang}-${theme}.png`), fullPage: true })

    // Pasted.
    const [pasted] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/predict')),
      page.evaluate((base64) => {
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([content], 'pasted.png', { type: 'image/png' }))
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
      }, bytes.toString('base64')),
    ])
    expect(pasted.status()).toBe(200)

    // A data space.
    await choose(page, new RegExp(`^${say.space}$`), 'line')
    const [ofSpace] = await Promise.all([
      page.waitForResponse((response) => /\/predict\?.*\bfileId=/.test(response.url())),
      choose(page, say.file, 'yard.png'),
    ])
    expect(ofSpace.status()).toBe(200)
    await expect(page.getByText(say.three)).toBeVisible()

    // No camera here: it says so.
    await page.getByRole('button', { name: say.camera, exact: true }).click()
    await expect(page.getByRole('alert').getByText(say.noCamera)).toBeVisible()
    await page.getByRole('button', { name: say.close, exact: true }).click()

    await page.getByText(say.code, { exact: true }).click()
    const line = await page.locator('pre').innerText()
    expect(line).not.toContain(secret)
    const env = { ...process.env, VERMILION_TOKEN: secret }
    if (hasCurl) {
      const { stdout } = await run('sh', ['-c', line], { cwd: outputPath('.'), env })
      expect(JSON.parse(stdout)).toMatchObject({
        code: 200,
        data: { model: { name: 'yard' }, predictions: [{ label: 'red' }, { label: 'red' }, { label: 'red' }] },
      })
    } else test.info().annotations.push({ type: 'not run', description: 'the line of curl, because there is no curl' })
    const [drawn, list] = [page.locator('[data-drawn] > :first-child'), page.locator('[data-drawn] > :last-child')]
    const edges = async () => ({ picture: (await drawn.boundingBox())!, list: (await list.boundingBox())! })
    const wide = await edges()
    expect(wide.list.x).toBeGreaterThan(wide.picture.x + wide.picture.width)
    await page.setViewportSize({ width: 390, height: 844 })
    const narrow = await edges()
    expect(narrow.picture.x + narrow.picture.width).toBeLessThan(390)
    expect(narrow.list.y).toBeGreaterThan(narrow.picture.y + narrow.picture.height - 1)
    await page.screenshot({ path: outputPath(`playground-narrow-${lang}-${theme}.png`), fullPage: true })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/model/list/model/${edge.id}/try`)
    await expect(page.getByRole('heading', { name: say.notHere })).toBeVisible()
    await page.screenshot({ path: outputPath(`elsewhere-${lang}-${theme}.png`) })
  })
})
