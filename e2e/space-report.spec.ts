import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { fileEndpoints } from '../contract/src/files.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { fill } from './support/content/fill.ts'
import { inEachLanguage } from './support/screen/looks.ts'
import { settled } from './support/screen/screen.ts'
import type { Server } from './support/server/server.ts'
import { expect, test } from './support/story.ts'

const words = {
  'en-US': {
    report: 'Report of mixed',
    files: 'Files',
    size: 'Size',
    kinds: 'File types',
    kind: 'Images: 5 · ',
    texts: 'Text: 3 · ',
    duplicates: 'Duplicates',
    scores: 'No model score data available',
    png: 'Download File types as PNG',
    csv: 'Download CSV',
    folder: 'Folders by size',
    empty: 'There is nothing to report yet',
    failed: 'Failed to get the report',
    retry: 'Try again',
  },
  'zh-CN': {
    report: 'mixed 的分析报告',
    files: '文件数',
    size: '大小',
    kinds: '文件类型',
    kind: '图片: 5 · ',
    texts: '文本: 3 · ',
    duplicates: '重复文件',
    scores: '暂无模型评分数据',
    png: '下载 文件类型 的 PNG 图片',
    csv: '下载 CSV',
    folder: '文件夹大小',
    empty: '暂无可统计的内容',
    failed: '获取分析报告失败',
    retry: '重试',
  },
} as const

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

async function prepare(server: Server) {
  const call = createClient(server)
  const { token } = server
  const { id } = await call(spaceEndpoints.createSpace, { body: { name: 'mixed', path: 'mixed' } })
  const twin = await picture(640, 480, '#204060')
  await fill(server, id, [
    { path: 'cam/wide.png', content: await picture(2_000, 400, '#803010') },
    { path: 'cam/tall.png', content: await picture(300, 900, '#108030') },
    { path: 'cam/one.png', content: twin },
    { path: 'two.png', content: twin },
    { path: 'torn.png', content: Buffer.from([137, 80, 78, 71, 1, 2, 3]) },
    { path: 'notes/a.txt', content: Buffer.from('a'.repeat(3_000)) },
    { path: 'notes/b.txt', content: Buffer.from('b') },
    { path: 'notes/c.txt', content: Buffer.from('c') },
  ])
  const query = { recursive: 'true', broken: 'true' }
  const broken = () => call(fileEndpoints.countFiles, { params: { spaceId: id }, query })
  await expect.poll(async () => (await broken()).files).toBe(1)
  return { address: server.address, token, call, id }
}

test('R3.08 R2.29 the report of a space: its numbers, each a link to the files behind it, by count and by size', async ({
  browser,
  server,
}) => {
  test.slow()
  const space = await prepare(server)
  await inEachLanguage(browser, space, async (page, { lang, theme }) => {
    const text = words[lang]
    await page.goto(`/space/list/file/${space.id}/report`)
    await expect(page.getByRole('heading', { level: 1, name: text.report })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    const kinds = page.getByRole('group', { name: text.kinds })
    await expect(kinds.getByRole('link', { name: text.kind })).toBeVisible()
    await expect(kinds.getByRole('link', { name: text.texts })).toBeVisible()
    await expect(page.getByText(text.scores)).toBeVisible()

    await page.getByText(text.size, { exact: true }).first().click()
    await expect(page).toHaveURL(/by=size/)
    await expect(kinds.locator('text').filter({ hasText: 'KiB' }).first()).toBeVisible()

    // Keyboard operation: the bar is a link like any other.
    await kinds.getByRole('link', { name: text.texts }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/space\/list\/file\/[^/]+\?.*kind=text/)
    await settled(page)
    await expect(page.getByText('a.txt')).toBeVisible()
    await expect(page.getByText('two.png')).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(/by=size/)

    const copies = page.getByRole('row').filter({ hasText: 'one.png' })
    await expect(copies).toContainText('2')
    await copies.getByRole('link').click()
    await expect(page).toHaveURL(/checksum=/)
    await expect(page.getByText('two.png')).toBeVisible()
    await expect(page.getByText('one.png')).toBeVisible()
    await expect(page.getByText('wide.png')).toBeHidden()
  })
})

test('R3.08 the report is taken away as a table and as a picture, and fits a phone', async ({ browser, server }) => {
  test.slow()
  const space = await prepare(server)
  await inEachLanguage(browser, space, async (page, { lang }) => {
    const text = words[lang]
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`/space/list/file/${space.id}/report?folder=notes`)
    await expect(page.getByRole('group', { name: text.kinds }).getByRole('link')).toHaveCount(1)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)

    const table = page.waitForEvent('download')
    await page.getByRole('button', { name: text.csv }).click()
    const csv = await readFile(await (await table).path(), 'utf8')
    expect(csv.split('\r\n').slice(0, 2)).toEqual([expect.stringContaining(','), expect.stringMatching(/,3,3002$/)])
    expect(csv).toContain('.txt,3,3002')

    const drawn = page.waitForEvent('download')
    await page.getByRole('button', { name: text.png }).click()
    const png = await sharp(await (await drawn).path()).metadata()
    expect(png.format).toBe('png')
    expect(png.width).toBeGreaterThan(300)
  })
})

test('R8.06 an empty space has a report that says so, and a report that cannot be had says what failed', async ({
  browser,
  server,
}) => {
  const call = createClient(server)
  const { token } = server
  const { id } = await call(spaceEndpoints.createSpace, { body: { name: 'mixed', path: 'empty' } })
  await inEachLanguage(browser, { address: server.address, token }, async (page, { lang }) => {
    await page.goto(`/space/list/file/${id}/report`)
    await expect(page.getByText(words[lang].empty)).toBeVisible()
    await page.route('**/api/v1/spaces/*/report*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 500, message: 'said by the server', requestId: 'r-7', data: { error: 'internal' } },
      }),
    )
    await page.goto(`/space/list/file/${id}/report`)
    for (const text of [words[lang].failed, 'said by the server', 'r-7']) {
      await expect(page.getByRole('alert')).toContainText(text)
    }
    await page.unroute('**/api/v1/spaces/*/report*')
    await page.getByRole('alert').getByRole('button', { name: words[lang].retry }).click()
    await expect(page.getByText(words[lang].empty)).toBeVisible()
    await page.goto('/space/list/file/gone/report')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/space/list')
  })
})
